import { testStudy } from "./study.ts";

testStudy("minimcp");
