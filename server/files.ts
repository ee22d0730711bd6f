import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { createMiddleware } from "hono/factory";
import { encodeResponse, encodingFor } from "#platform/http/compression.server.ts";
import type { SiteEnv } from "./env.ts";

const BUILT = "build/client";

/** Looks only for known files, since others would wait for the disk. */
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

function lifeOf(path: string): string {
  if (path.includes("/assets/")) return "public, max-age=31536000, immutable";
  return path.includes("/sw.js") ? "no-cache" : "public, max-age=3600";
}

export const encodeAnswers = createMiddleware<SiteEnv>(async (c, next) => {
  await next();
  const answer = await encodeResponse(c.res, encodingFor(c.req.header("accept-encoding")));
  if (answer === c.res) return;
  c.res = undefined;
  c.res = answer;
});
