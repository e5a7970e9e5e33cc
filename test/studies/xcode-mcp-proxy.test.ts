import { testStudy } from "./study.ts";

testStudy("xcode-mcp-proxy");
