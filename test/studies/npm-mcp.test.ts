import { testStudy } from "./study.ts";

testStudy("npm-mcp");
