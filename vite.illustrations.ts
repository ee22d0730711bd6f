import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Plugin } from "vite";

const folder = join(import.meta.dirname, "app", "illustrations");
const cache = join(import.meta.dirname, "node_modules", ".cache", "illustrations");

/** The 2x twin may lose more: its pixels are half as large on screen. */
const encoders = {
  // Higher efforts take eight times longer for the same size: grain leaves nothing to gain.
  avif: (image: Sharp, twin: boolean) => image.avif({ quality: twin ? 40 : 50, effort: 2 }),
  webp: (image: Sharp, twin: boolean) => image.webp({ quality: twin ? 58 : 70 }),
  jpeg: (image: Sharp) => image.jpeg({ quality: 82 }),
};
type Format = keyof typeof encoders;

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

/** One file to make: `yoga-b-400.avif` is `yoga-b.svg`, 400 px wide. */
interface Picture {
  file: string;
  svg: string;
  /** Framed as other sites show it beside an address of ours. */
  social?: boolean;
  width: number;
  twin: boolean;
  format: Format;
}

/**
 * Rasterises the SVG illustrations, whose grain is a filter that is slow to draw, into AVIF and WebP.
 * `virtual:illustrations` gives the address they are served under: its hash covers every source
 * and this recipe, so the files can be cached for ever. The SVGs are served beside them.
 */
export function illustrations(): Plugin {
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith(".svg"))
    .sort();
  const hash = createHash("sha256").update(readFileSync(import.meta.filename));
  for (const file of sources) hash.update(file).update(readFileSync(join(folder, file)));
  const base = `/assets/illustrations-${hash.digest("hex").slice(0, 8)}`;
  const pictures = [...sources.flatMap(picturesOf), ...sources.filter(isCategory).map(socialOf)];
  const vectors = new Map(sources.flatMap(vectorsOf));

  return {
    name: "illustrations",
    resolveId: (id) => (id === "virtual:illustrations" ? `\0${id}` : null),
    load: (id) =>
      id === "\0virtual:illustrations" ? `export const base = ${JSON.stringify(base)};` : null,
    configureServer(server) {
      server.middlewares.use(base, async (request, response, next) => {
        const file = (request.url ?? "").slice(1);
        const picture = pictures.find((candidate) => candidate.file === file);
        if (picture) {
          response.setHeader("content-type", `image/${picture.format}`).end(await draw(picture));
        } else if (vectors.has(file)) {
          response.setHeader("content-type", "image/svg+xml").end(vectors.get(file));
        } else next();
      });
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [file, source] of vectors) {
        this.emitFile({ type: "asset", fileName: `${base.slice(1)}/${file}`, source });
      }
      const waiting = [...pictures];
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const source = await draw(next);
          this.emitFile({ type: "asset", fileName: `${base.slice(1)}/${next.file}`, source });
        }
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
    },
  };
}

/** The drawings that pages show as they are: the map, and `{name}-large.svg`, finer, page-wide. */
function vectorsOf(file: string): [string, string][] {
  const source = readFileSync(join(folder, file), "utf8");
  if (file === "carte.svg") return [[file, source]];
  if (file === "hero.svg" || file === "social.svg") return [];
  const finer = source.replace(
    /stroke-width="([1-3](?:\.\d+)?)"/g,
    (_, stroke) => `stroke-width="${(Number(stroke) * 0.62).toFixed(2)}"`,
  );
  return [[file.replace(".svg", "-large.svg"), finer]];
}

function picturesOf(svg: string): Picture[] {
  const name = svg.slice(0, -".svg".length);
  const { widths, formats } = recipe(name);
  return widths.flatMap((width, index) =>
    formats.map((format) => ({
      file: `${name}-${width}.${format}`,
      svg,
      width,
      twin: index > 0,
      format,
    })),
  );
}

/** A category is drawn in several tints; the first stands for it. */
function isCategory(svg: string): boolean {
  return existsSync(join(folder, svg.replace(".svg", "-b.svg")));
}

function socialOf(svg: string): Picture {
  const file = `social-${svg.replace(".svg", "")}-1200.jpeg`;
  return { file, svg, width: 1200, twin: false, format: "jpeg", social: true };
}

/** 1200 × 630: a category's drawing under an arch, between the two arcs of the mark. */
function frameSocial(drawing: string): string {
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

/** Draws one picture, or takes it from the cache, whose key is the source with the recipe. */
async function draw(picture: Picture): Promise<Buffer> {
  const drawing = readFileSync(join(folder, picture.svg));
  const source = picture.social ? Buffer.from(frameSocial(drawing.toString())) : drawing;
  const key = createHash("sha256")
    .update(source)
    .update(readFileSync(import.meta.filename))
    .digest("hex")
    .slice(0, 16);
  const cached = join(cache, `${key}-${picture.file}`);
  if (existsSync(cached)) return readFileSync(cached);
  const { width = picture.width } = await sharp(source).metadata();
  const drawn = await encoders[picture.format](
    sharp(source, { density: (72 * picture.width) / width }).resize(picture.width),
    picture.twin,
  ).toBuffer();
  mkdirSync(cache, { recursive: true });
  // Written aside first: a build that is stopped half-way must not leave half a picture behind.
  writeFileSync(`${cached}.${process.pid}`, drawn);
  renameSync(`${cached}.${process.pid}`, cached);
  return drawn;
}
