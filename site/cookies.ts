/* The names of cookies that several doors read. None is another's beginning. */

/** The login's, with `__Secure-` before it on https. */
export const LOGIN_COOKIE = "parenthese.login";

/**
 * Left by a browser whose owner has logged out, before anything is asked of the server: as no script
 * can take the login cookie away, this one says that it counts no more, with or without a network.
 */
export const LEFT_COOKIE = "deconnexion";

/** Proves which browser bought as a guest. */
export const GUEST_PROOF_COOKIE = "achat";
