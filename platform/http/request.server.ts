import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";

/**
 * Reads a body to its end and throws it away: whoever still sends when we close sees a broken
 * connection, and never why.
 */
export async function discard(incoming: IncomingMessage): Promise<void> {
  incoming.resume();
  // Who hangs up meanwhile needs no answer.
  await finished(incoming).catch(() => {});
}

/**
 * Pages are looked at, or sent a form, and nothing else. Whether a form can be read is seen by whoever
 * reads it.
 */
export function isReadOrForm(request: Request): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return true;
  const [type = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  return ["application/x-www-form-urlencoded", "multipart/form-data"].includes(type.trim());
}

/**
 * Path and query without slashes that say nothing, for every page has one address; null for what is
 * it already. Several at the beginning become one too: a browser would take what follows for another site.
 */
export function withoutNeedlessSlashes(url: string): string | null {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return path === pathname ? null : path + search;
}

/** Behind a proxy that ends TLS the request's address still says `http`; pages must see `https`. */
export function withProtocol(request: Request, protocol: "http" | "https"): Request {
  if (protocol === "http") return request;
  const url = new URL(request.url);
  url.protocol = "https:";
  return new Request(url, request);
}
