import { t as renderHtml } from "./html.js";

export { renderHtml };