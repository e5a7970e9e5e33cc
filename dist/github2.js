export { n as openGitHub } from "./github.js";
