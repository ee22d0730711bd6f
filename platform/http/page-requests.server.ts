export function isReadOrForm(request: Request): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return true;
  const [type = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  return ["application/x-www-form-urlencoded", "multipart/form-data"].includes(type.trim());
}

/** Normalises slashes; null if unchanged. Leading ones would lead a browser to another site. */
export function withoutNeedlessSlashes(url: string): string | null {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return path === pathname ? null : path + search;
}

/** Restores `https` behind a proxy that ends TLS. */
export function withProtocol(request: Request, protocol: "http" | "https"): Request {
  if (protocol === "http") return request;
  const url = new URL(request.url);
  url.protocol = "https:";
  return new Request(url, request);
}
