import { test } from "vitest";
import { hostileCases } from "../support/hostile-cases.ts";
import { expectEnding } from "../support/hostile-servers.ts";

/** All of them: `npm run test:tools`, lane hostile. */
test.concurrent.each(hostileCases.filter(({ quick }) => quick))("a hostile server: $name", (one) => expectEnding(one));
