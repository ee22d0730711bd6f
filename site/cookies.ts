/* Cookies that several doors read, by name. None is another's beginning. */

/** The login's, with `__Secure-` before it on https. */
export const LOGIN_COOKIE = "parenthese.login";

/**
 * Left by a browser whose owner has logged out, before anything is asked of the server: as no script
 * can take the login cookie away, this one says that it counts no more, with or without a network.
 */
export const LEFT_COOKIE = "deconnexion";

/**
 * Left for two seconds by whatever may have written something, so that the next page shows it (rule:
 * two-seconds). Set only where pages are read from a replica.
 */
export const WROTE_COOKIE = "ecriture";

/** Proves which browser bought as a guest. */
export const GUEST_PROOF_COOKIE = "achat";

/**
 * Whether the site is under HTTPS, so that its cookies are never sent without.
 *
 * @param appUrl its public address.
 */
export function isHttps({ appUrl }: { appUrl: string }): boolean {
  return appUrl.startsWith("https:");
}
