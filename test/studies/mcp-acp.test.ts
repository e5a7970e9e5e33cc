import { testStudy } from "./study.ts";

testStudy("mcp-acp");
