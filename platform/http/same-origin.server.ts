const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Detects unsafe requests without `Sec-Fetch-Site: same-origin` or an `Origin` of this host. */
export function isCrossSiteWrite(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  if (request.headers.get("sec-fetch-site") === "same-origin") return false;
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  return !(origin && host && URL.canParse(origin) && new URL(origin).host === host);
}
