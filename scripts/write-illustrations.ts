// Writes app/illustrations/drawn, the pictures that are made of the drawings, whose grain is a filter
// that takes a processor a minute to draw: npm run illustrations, after a change of a drawing or of
// the way in which they are made (decision 056). It draws only what has changed.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import sharp, { type Sharp } from "sharp";

const folder = path.join(import.meta.dirname, "../app/illustrations");
const drawn = path.join(folder, "drawn");
const record = path.join(drawn, "sources.json");

/** The quality of a picture and of its 2x twin, which may lose more: its pixels are half as large. */
const QUALITY = { avif: [50, 40], webp: [70, 58], jpeg: [82, 82] };
/** Higher ones take eight times longer for the same size: grain leaves nothing to gain. */
const AVIF_EFFORT = 2;
type Format = keyof typeof QUALITY;

/**
 * Widths in pixels: the hills across the home page; the picture that other sites show beside our
 * address; the map, light enough as it is; and every other drawing, for a card and its 2x twin.
 */
function recipe(name: string): { widths: number[]; formats: Format[] } {
  if (name === "hero") return { widths: [1000, 2000], formats: ["avif", "webp"] };
  if (name === "social") return { widths: [1200], formats: ["jpeg"] };
  if (name === "carte") return { widths: [], formats: [] };
  return { widths: [400, 800], formats: ["avif", "webp"] };
}

/** The drawings that pictures are made of. */
function drawings(): string[] {
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(".svg"))
    .map((file) => file.slice(0, -".svg".length))
    .filter((name) => recipe(name).widths.length > 0)
    .sort();
}

/** A hash of each drawing and of the way in which its pictures are made. */
export function hashDrawings(): Record<string, string> {
  const hash = (name: string) =>
    createHash("sha256")
      .update(JSON.stringify([recipe(name), QUALITY, AVIF_EFFORT]))
      .update(frame(fs.readFileSync(path.join(folder, `${name}.svg`), "utf8")))
      .digest("hex")
      .slice(0, 16);
  return Object.fromEntries(drawings().map((name) => [name, hash(name)]));
}

/** The same at the time when the pictures were made. */
export function readRecord(): Record<string, string> {
  return fs.existsSync(record) ? JSON.parse(fs.readFileSync(record, "utf8")) : {};
}

/** `yoga-b-400.avif` is `yoga-b.svg`, 400 px wide. */
async function draw(name: string): Promise<void> {
  const svg = fs.readFileSync(path.join(folder, `${name}.svg`), "utf8");
  const { widths, formats } = recipe(name);
  for (const [index, width] of widths.entries()) {
    // Each width anew: made smaller, the grain of a large one would blur.
    const raster = await rasterise(svg, width);
    for (const format of formats) {
      const file = path.join(drawn, `${name}-${width}.${format}`);
      await encode(raster.clone(), format, index > 0).toFile(file);
    }
  }
  // A category is drawn in several tints; the first stands for it.
  if (fs.existsSync(path.join(folder, `${name}-b.svg`))) {
    const file = path.join(drawn, `social-${name}-1200.jpeg`);
    await encode(await rasterise(frame(svg), 1200), "jpeg").toFile(file);
  }
}

function encode(image: Sharp, format: Format, twin = false): Sharp {
  const quality = QUALITY[format][twin ? 1 : 0];
  return image.toFormat(format, format === "avif" ? { quality, effort: AVIF_EFFORT } : { quality });
}

async function rasterise(svg: string, wanted: number): Promise<Sharp> {
  const source = Buffer.from(svg);
  const { width = wanted } = await sharp(source).metadata();
  const { data, info } = await sharp(source, { density: (72 * wanted) / width })
    .resize(wanted)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

/** 1200 × 630: a category's drawing under an arch, between the two arcs of the mark. */
function frame(drawing: string): string {
  const [, attributes = "", content = ""] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(drawing) ?? [];
  const viewBox = /viewBox="[^"]*"/.exec(attributes)?.[0] ?? "";
  const arc = '<path d="M132 62C-44 196 -44 434 132 568"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<path d="M0 0h1200v630H0z" fill="#FBF8F3"/>
<clipPath id="arch"><path d="M250 588V307a265 265 0 0 1 265-265h170a265 265 0 0 1 265 265v281a24 24 0 0 1-24 24H274a24 24 0 0 1-24-24z"/></clipPath>
<g clip-path="url(#arch)"><svg x="220" y="42" width="760" height="570" ${viewBox}>${content}</svg></g>
<g fill="none" stroke="#486A58" stroke-width="14" stroke-linecap="round">
<g transform="translate(74)">${arc}</g><g transform="translate(1126) scale(-1 1)">${arc}</g></g></svg>`;
}

if (import.meta.main) {
  const now = hashDrawings();
  const then = readRecord();
  fs.mkdirSync(drawn, { recursive: true });
  for (const [name, hash] of Object.entries(now)) {
    if (then[name] === hash) continue;
    console.log(name);
    await draw(name);
  }
  fs.writeFileSync(record, `${JSON.stringify(now, null, 2)}\n`);
}
