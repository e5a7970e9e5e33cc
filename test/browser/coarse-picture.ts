import type { Page } from "playwright-core";

/** Pixels of a page that become one of its coarse picture, in either direction. */
const cell = 6;

/** Largest distance of a channel from that of a pixel of the golden picture or of one beside it, of 255. */
const tolerance = 20;

/** Rows of a coarse picture that are looked at together, so that a change does not drown in a long page. */
const band = 40;

/** Code of a blank page: pictures in and out are data URLs of PNG files, so that no library need read any. */
const inPage = `
  const load = async (url) => { const image = new Image(); image.src = url; await image.decode(); return image; };
  const pixelsOf = (source, width, height) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context.drawImage(source, 0, 0);
    return context.getImageData(0, 0, width, height);
  };
  const urlOf = (data) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: data.width, height: data.height });
    canvas.getContext("2d").putImageData(data, 0, 0);
    return canvas.toDataURL("image/png");
  };
`;

/** A screenshot in which each pixel is the mean of a square: where text, figures and colours are, and not how a machine draws letters. */
export function coarse(page: Page, screenshot: Buffer): Promise<string> {
  return page.evaluate<string>(`(async () => { ${inPage}
    const image = await load("data:image/png;base64,${screenshot.toString("base64")}");
    const fine = pixelsOf(image, image.width, image.height);
    const [width, height] = [Math.floor(image.width / ${cell}), Math.floor(image.height / ${cell})];
    const sums = new Float64Array(3 * width * height);
    for (let y = 0; y < height * ${cell}; y++) for (let x = 0; x < width * ${cell}; x++) {
      const [from, to] = [4 * (y * image.width + x), 3 * (((y / ${cell}) | 0) * width + ((x / ${cell}) | 0))];
      sums[to] += fine.data[from];
      sums[to + 1] += fine.data[from + 1];
      sums[to + 2] += fine.data[from + 2];
    }
    const small = new ImageData(width, height);
    for (let at = 0; at < width * height; at++) {
      for (let channel = 0; channel < 3; channel++) small.data[4 * at + channel] = sums[3 * at + channel] / ${cell ** 2};
      small.data[4 * at + 3] = 255;
    }
    return urlOf(small);
  })()`);
}

/**
 * The share of pixels of a coarse picture that resemble neither theirs in another one nor one beside that, in the band of rows that has
 * most of them; 1 for another width.
 */
export function difference(page: Page, pictures: { readonly made: string; readonly golden: string }): Promise<number> {
  return page.evaluate<number>(`(async () => { ${inPage}
    const [made, golden] = await Promise.all([load("${pictures.made}"), load("${pictures.golden}")]);
    if (made.width !== golden.width) return 1;
    const [height, least] = [Math.max(made.height, golden.height), Math.min(made.height, golden.height)];
    const [one, other] = [made, golden].map((image) => pixelsOf(image, image.width, image.height));
    const { width } = one;
    // New parts have nothing like them in the one picture, removed parts in the other.
    const worstBand = (from, to) => {
      const isLike = (a, b) => [0, 1, 2].every((channel) => Math.abs(from.data[4 * a + channel] - to.data[4 * b + channel]) <= ${tolerance});
      const bands = new Array(Math.ceil(height / ${band})).fill(0);
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
        let found = false;
        for (let down = -1; y < least && down <= 1; down++) for (let right = -1; right <= 1; right++) {
          const [row, column] = [y + down, x + right];
          if (row >= 0 && row < least && column >= 0 && column < width) found ||= isLike(y * width + x, row * width + column);
        }
        if (!found) bands[Math.floor(y / ${band})] += 1;
      }
      return Math.max(...bands) / (${band} * width);
    };
    return Math.max(worstBand(one, other), worstBand(other, one));
  })()`);
}
