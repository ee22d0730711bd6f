import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Plugin } from "vite";

const folder = join(import.meta.dirname, "app", "illustrations");
const drawn = join(folder, "drawn");

/**
 * Serves the drawings that pages show as they are, and the pictures that `npm run illustrations` has
 * made of the others. `virtual:illustrations` gives the address they are served under: its hash covers
 * every file, so that they can be cached for ever.
 */
export function illustrations(): Plugin {
  const files = new Map<string, string | Buffer>([
    ...readdirSync(folder)
      .filter((name) => name.endsWith(".svg"))
      .sort()
      .flatMap(vectorsOf),
    ...readdirSync(drawn)
      .filter((name) => !name.endsWith(".json"))
      .sort()
      .map((name): [string, Buffer] => [name, readFileSync(join(drawn, name))]),
  ]);
  const hash = createHash("sha256");
  for (const [name, source] of files) hash.update(name).update(source);
  const base = `/assets/illustrations-${hash.digest("hex").slice(0, 8)}`;

  return {
    name: "illustrations",
    resolveId: (id) => (id === "virtual:illustrations" ? `\0${id}` : null),
    load: (id) =>
      id === "\0virtual:illustrations" ? `export const base = ${JSON.stringify(base)};` : null,
    configureServer(server) {
      server.middlewares.use(base, (request, response, next) => {
        const name = (request.url ?? "").slice(1);
        const source = files.get(name);
        if (source === undefined) return next();
        const type = extname(name).slice(1).replace("svg", "svg+xml");
        response.setHeader("content-type", `image/${type}`).end(source);
      });
    },
    generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [name, source] of files) {
        this.emitFile({ type: "asset", fileName: `${base.slice(1)}/${name}`, source });
      }
    },
  };
}

/** The map; and of every other drawing `{name}-large.svg`, finer, page-wide. */
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
