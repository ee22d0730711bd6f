/**
 * The headers of a page whose address carries a token or a code: no other site may learn it. No
 * cache keeps the page, as none keeps any that is not shared.
 */
export function headers() {
  return { "Referrer-Policy": "same-origin" };
}
