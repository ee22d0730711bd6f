const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request comes from this site, and not from a form on another. An unsafe method passes
 * with `Sec-Fetch-Site: same-origin`, or with an `Origin` equal to the requested host (browsers
 * send one of the two with every form and fetch).
 */
export function isCrossSiteWrite(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  if (request.headers.get("sec-fetch-site") === "same-origin") return false;
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  return !(origin && host && URL.canParse(origin) && new URL(origin).host === host);
}
