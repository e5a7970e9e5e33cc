import axe from "axe-core";
import type { Page } from "playwright-core";

/** Returns what axe finds that keeps people from using a page, one line each. `contrast`: false where other pages have the same colours. */
export async function violations(page: Page, { contrast = true } = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run({ resultTypes: ['violations'], rules: { 'color-contrast': { enabled: ${contrast} } } }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  );
}
