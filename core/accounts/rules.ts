import type { Actor } from "../context.server.ts";
import { AppError } from "../errors.ts";

/** S1§9; the ceiling only keeps hashing bounded. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

const HOUR = 3_600_000;
/** A sign-up waits this long for its link to be opened (R25). */
export const SIGN_UP_LIFE = 24 * HOUR;
/** How long a reset link works (R26). */
export const RESET_LIFE = HOUR;
/** A temporary password and its one-time link die after this, or at the first change (R27). */
export const TEMPORARY_PASSWORD_LIFE = 72 * HOUR;
export const ACCESS_TOKEN_LIFE = HOUR;
export const REFRESH_TOKEN_LIFE = 30 * 24 * HOUR;
/** A login lives this many seconds after it was last renewed; it is renewed at most once a day. */
export const LOGIN_SECONDS = 30 * 86_400;
export const LOGIN_RENEWAL_SECONDS = 86_400;

/** Failed logins per quarter of an hour (R24). */
export const LOGIN_WINDOW_SECONDS = 15 * 60;
export const LOGIN_FAILURES_PER_ACCOUNT = 10;
export const LOGIN_FAILURES_PER_ADDRESS = 100;
/** What such a refusal is about when it is the account's own limit, which a reset lifts. */
export const LOCKED_OUT = "account";
/** Every other form, per network address and hour (R24: at least 60). */
export const REQUESTS_PER_ADDRESS = 120;
/** Mails of one sort that one network address can make us send to one mailbox, per hour. */
export const MAILS_PER_SENDER = 5;
/** The same from all network addresses together. */
export const MAILS_PER_MAILBOX = 20;

/** Sign-ups of one address among which the typed password is looked for. */
export const SIGN_UPS_COMPARED = 5;

/** An account of which nothing is known but its mailbox: it asks for the names at its first login. */
export const BARE_CLIENT = {
  firstName: "",
  lastName: "",
  phone: null,
  isClient: true,
  isPro: false,
} as const;

/** The login cookie's name, with `__Secure-` before it on https. */
export const LOGIN_COOKIE = "parenthese.login";

/**
 * Left by a browser whose owner has logged out, before anything is asked of the server: as no script
 * can take the login cookie away, this one says that it counts no more, with or without a network.
 */
export const LEFT_COOKIE = "deconnexion";

/**
 * Who is acting, for every use case that needs somebody.
 *
 * @throws AppError `unauthenticated`, or `password_change_required` while the password is a
 * temporary one (R27: nothing but its change is allowed).
 */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw new AppError("unauthenticated");
  if (ctx.actor.mustChangePassword) throw new AppError("password_change_required");
  return ctx.actor;
}

/**
 * The address of a screen that asks who somebody is, and leads on to where they wanted to go.
 *
 * @param favorite the id of the session whose heart led here, if one did.
 */
export function withSuite(path: string, next: string, favorite: string | null = null): string {
  const said = [
    ...(next === safeReturnPath(null) ? [] : [`suite=${encodeURIComponent(next)}`]),
    ...(favorite ? [`favori=${encodeURIComponent(favorite)}`] : []),
  ];
  return said.length > 0 ? `${path}?${said.join("&")}` : path;
}

/** Characters of a path that is led to: none of this site's is longer, and it stands in a header. */
const LONGEST_PATH = 2_000;

/**
 * Where to go after logging in: a path of this site, never another origin. Browsers read `//host`
 * and `/\host` as another site, and drop tabs and line ends before they look.
 */
export function safeReturnPath(value: string | null | undefined, fallback = "/profil"): string {
  if (!value?.startsWith("/") || /[\\\p{Cc}]/u.test(value)) return fallback;
  const base = "http://site.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (url?.origin !== base || url.pathname.startsWith("//")) return fallback;
  const path = url.pathname + url.search + url.hash;
  return path.length > LONGEST_PATH ? fallback : path;
}

/** What somebody who has just proved who they are has still to tell. */
export interface Newcomer {
  /** The first name is known. */
  named: boolean;
  /** A professional, or a subscriber, without a professional profile. */
  unfinished: boolean;
}

/**
 * Where a login leads: first to who has no name, then, unless another page was wanted, to the wizard
 * of whoever came to offer something and has not said what.
 *
 * @param next where they wanted to go, as {@link safeReturnPath} gives it.
 */
export function pathAfterLogin({ named, unfinished }: Newcomer, next: string): string {
  const isAsked = next !== safeReturnPath(null);
  if (!named) return isAsked ? `/bienvenue?suite=${encodeURIComponent(next)}` : "/bienvenue";
  return unfinished && !isAsked ? "/professionnel/creer" : next;
}

/** Client for client or both, professional for pro or both (S1§5). */
export function rolesOf(userType: "client" | "pro" | "both"): {
  isClient: boolean;
  isPro: boolean;
} {
  return { isClient: userType !== "pro", isPro: userType !== "client" };
}

/** What a guest reads whose e-mail is none, under « Email requis » (S2§5). */
export const EMAIL_REQUIRED = "Veuillez saisir une adresse email valide";

/**
 * The one rule for e-mails, at every door and in the browser: the library's own (`z.email`), held to
 * be the same by a test. No syntax of mail headers passes (`<x@y>`, `a1:x@y`), by which one mailbox
 * would have any number of spellings; a domain has at least two names, or the provider refuses it.
 */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether a typed text is an e-mail, spaces around it apart. */
export function isEmail(value: string): boolean {
  return EMAIL.test(value.trim());
}

/** Who came to offer something and has not said what: the wizard waits for them. */
export function isUnfinished(person: {
  isPro: boolean;
  professionalId: string | null;
  hasActiveSubscription: boolean;
}): boolean {
  return person.professionalId === null && (person.isPro || person.hasActiveSubscription);
}

/** Who has a business here is not deleted at once: the law has us keep some of it (R30). */
export function isProfessional(person: { isPro: boolean; professionalId: string | null }): boolean {
  return person.isPro || person.professionalId !== null;
}

// ─── Accounts that nobody uses ─────────────────────────────────────────────────────────────────

/** How often a login or a booking is noted, in milliseconds: writing each down would say no more. */
export const USE_NOTED_EVERY = 86_400_000;
