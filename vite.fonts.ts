import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const cache = join(import.meta.dirname, "node_modules", ".cache", "fonts");

const ASCII = String.fromCodePoint(...Array.from({ length: 0x7e - 0x1f }, (_, n) => 0x20 + n));

/**
 * French, and the letters of the names that people in France bear most. What is not among them is
 * shown in the fallback.
 */
const TEXT = [
  ASCII,
  "ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜàâäæçèéêëîïôöùûüÿŒœŸ",
  "ÁÃÅÌÍÑÒÓÕØÚßáãåìíñòóõøúý",
  "€«»°²³©·×½‐‑–—’“”…−↑↓",
  // Spaces that do not break, thin ones, and the one without a width.
  "\u00a0\u2009\u200b\u202f",
].join("");

/**
 * The part of each font that the theme uses: its weights, and for headings the optical size (in CSS
 * pixels) of a title on a phone. The rest is half of the files, which each first visit waits for.
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
    variationAxes: { wght: { min: 400, max: 460 }, opsz: 36 },
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
