import { testStudy } from "./study.ts";

testStudy("galay-mcp");
