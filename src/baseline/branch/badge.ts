import type { Status } from "../../record/status.ts";
import type { BranchIndex } from "./branch-index.ts";

/** Colours of states that are decided; the others, which are open or miss a budget, are amber. */
const colours: Partial<Record<Status, string>> = { pass: "#2da44e", regressed: "#cf222e", errored: "#cf222e" };
const open = "#9a6700";

const label = "MCP bench";
/** Average width of a character of the font below. */
const pixels = 6.6;

/** Draws the result of the newest run of all environments. Same index, same bytes; holds no outside text. */
export function renderBadge({ keys }: BranchIndex): string {
  const newest = Object.values(keys).reduce<{ createdAt: string; status: Status } | undefined>(
    (last, one) => (last === undefined || one.createdAt > last.createdAt ? one : last),
    undefined,
  );
  const status = newest?.status ?? "no run yet";
  const colour = newest ? (colours[newest.status] ?? open) : open;
  const [left, right] = [width(label), width(status)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${status}">
<title>${label}: ${status}</title>
<rect width="${left + right}" height="20" rx="3" fill="${colour}"/>
<path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${left / 2}" y="14">${label}</text>
<text x="${left + right / 2}" y="14">${status}</text>
</g>
</svg>
`;
}

function width(text: string): number {
  return Math.round(text.length * pixels) + 12;
}
