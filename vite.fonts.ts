import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const FILE = "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2";
const cache = join(import.meta.dirname, "node_modules", ".cache", "fonts");

/**
 * The part of Fraunces that headings use, every glyph included: the theme's weights, and the
 * optical sizes (in CSS pixels) of its text scale. The rest is a third of the file, which each
 * first visit waits for.
 */
const RECIPE = {
  targetFormat: "woff2" as const,
  keepAllGlyphs: true,
  variationAxes: { wght: { min: 400, max: 560 }, opsz: { min: 14, max: 48 } },
};

/** Serves Fraunces with only the variations that the theme uses. */
export function lightFonts(): Plugin {
  return {
    name: "light-fonts",
    // An expression, so that what follows the name (« ?url ») stays.
    config: async () => ({
      resolve: { alias: [{ find: new RegExp(`^${FILE}`), replacement: await cutFont() }] },
    }),
  };
}

/** The path of the font that is cut out, once for each version of the font and of this recipe. */
async function cutFont(): Promise<string> {
  const font = readFileSync(join(import.meta.dirname, "node_modules", FILE));
  const key = createHash("sha256")
    .update(font)
    .update(readFileSync(import.meta.filename));
  const cut = join(cache, `fraunces-${key.digest("hex").slice(0, 16)}.woff2`);
  if (existsSync(cut)) return cut;
  const bytes = await subsetFont(font, "", RECIPE);
  mkdirSync(cache, { recursive: true });
  // Written aside first: a build that is stopped half-way must not leave half a font behind.
  writeFileSync(`${cut}.${process.pid}`, bytes);
  renameSync(`${cut}.${process.pid}`, cut);
  return cut;
}
