import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { createMiddleware } from "hono/factory";
import { encodeResponse, encodingFor } from "#platform/http/compression.server.ts";
import type { SiteEnv } from "./env.ts";

/** The build's files for browsers. */
const BUILT = "build/client";

/**
 * Serves files of the build. Only existing ones are looked for, since all others would wait for the
 * disk.
 */
export function serveBuilt() {
  const built = new Set(readdirSync(BUILT, { recursive: true, encoding: "utf8" }));
  const serve = serveStatic<SiteEnv>({
    root: BUILT,
    precompressed: true,
    onFound: (path, c) => c.header("Cache-Control", lifeOf(path)),
  });
  return createMiddleware<SiteEnv>((c, next) =>
    built.has(c.req.path.slice(1)) ? serve(c, next) : next(),
  );
}

/**
 * How long browsers may keep a file without asking; a service worker is asked for each time.
 *
 * @param path of the file that is sent, which ends differently where it is compressed.
 */
function lifeOf(path: string): string {
  if (path.includes("/assets/")) return "public, max-age=31536000, immutable";
  return path.includes("/sw.js") ? "no-cache" : "public, max-age=3600";
}

/** Compresses answers, as the browser understands them. */
export const encodeAnswers = createMiddleware<SiteEnv>(async (c, next) => {
  await next();
  const answer = await encodeResponse(c.res, encodingFor(c.req.header("accept-encoding")));
  if (answer === c.res) return;
  c.res = undefined;
  c.res = answer;
});
