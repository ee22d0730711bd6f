/** No other site may learn a token or code in the address; no cache keeps the page. */
export function headers() {
  return { "Referrer-Policy": "same-origin" };
}
