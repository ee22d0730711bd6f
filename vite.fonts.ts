import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const cache = join(import.meta.dirname, "node_modules", ".cache", "fonts");

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/**
 * Covers whatever people write in western Europe: every letter with its accents, the signs of French.
 * A sign that is not among them is shown in the fallback.
 */
const TEXT = [
  range(0x20, 0x7e),
  range(0xc0, 0xff),
  "ŒœŸı€«»°²³©®™·§±×÷¿¡ªº½¼¾‐‑–—‘’‚“”„•…′″‹›−↑↓",
  // Spaces that do not break, thin ones, and the one without a width.
  "\u00a0\u2009\u200b\u202f",
].join("");

/**
 * The part of each font that the theme uses: its weights, and for headings the optical sizes (in CSS
 * pixels) of its text scale. The rest is a third of the files, which each first visit waits for.
 */
const FONTS = [
  {
    name: "figtree",
    file: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  {
    name: "fraunces",
    file: "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2",
    variationAxes: { wght: { min: 400, max: 460 }, opsz: { min: 14, max: 48 } },
  },
];

/** Serves the fonts with only the letters and variations that are used. */
export function lightFonts(): Plugin {
  return {
    name: "light-fonts",
    // An expression, so that what follows the name (« ?url ») stays.
    config: async () => ({
      resolve: {
        alias: await Promise.all(
          FONTS.map(async (font) => ({
            find: new RegExp(`^${font.file}`),
            replacement: await cutFont(font),
          })),
        ),
      },
    }),
  };
}

/** The path of the font that is cut out, once for each version of the font and of its recipe. */
async function cutFont({ name, file, variationAxes }: (typeof FONTS)[number]): Promise<string> {
  const font = readFileSync(join(import.meta.dirname, "node_modules", file));
  const key = createHash("sha256")
    .update(font)
    .update(readFileSync(import.meta.filename));
  const cut = join(cache, `${name}-${key.digest("hex").slice(0, 16)}.woff2`);
  if (existsSync(cut)) return cut;
  const bytes = await subsetFont(font, TEXT, { targetFormat: "woff2", variationAxes });
  mkdirSync(cache, { recursive: true });
  // Written aside first: a build that is stopped half-way must not leave half a font behind.
  writeFileSync(`${cut}.${process.pid}`, bytes);
  renameSync(`${cut}.${process.pid}`, cut);
  return cut;
}
