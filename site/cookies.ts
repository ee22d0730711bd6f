/* No name is the beginning of another's. */

/** With `__Secure-` before it on https. */
export const LOGIN_COOKIE = "parenthese.login";

/** Left at a logout, with or without a network, since no script can take the login cookie away. */
export const LEFT_COOKIE = "deconnexion";

/** Left for two seconds after a write, where pages are read from a replica (rule: two-seconds). */
export const WROTE_COOKIE = "ecriture";

/** Proves which browser bought as a guest. */
export const GUEST_PROOF_COOKIE = "achat";

export function isHttps({ appUrl }: { appUrl: string }): boolean {
  return appUrl.startsWith("https:");
}
