/**
 * Pages answer GET and POST, and nothing else. Whether a form can be read is decided by its action.
 */
export function isReadOrForm(request: Request): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return true;
  const [type = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  return ["application/x-www-form-urlencoded", "multipart/form-data"].includes(type.trim());
}

/**
 * Path and query without superfluous slashes, because every page has one address; null when it
 * needs no change. Several slashes at the beginning become one too: a browser would take them for
 * another site's address.
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
