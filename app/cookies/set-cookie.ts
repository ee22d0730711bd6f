/** Headers that hand a browser the `Set-Cookie` values of a use case, each on its own. */
export function cookieHeaders(setCookie: string[]): Headers {
  const headers = new Headers();
  for (const value of setCookie) headers.append("Set-Cookie", value);
  return headers;
}
