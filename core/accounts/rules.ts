import * as addresses from "#site/addresses.ts";
import type { Actor } from "../context.server.ts";
import { DAY, HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";

/** Six is the rule (rule: password-length); the ceiling only keeps hashing bounded. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

/** A sign-up waits this long for its link to be opened (rule: mailbox-proof). */
export const SIGN_UP_LIFE = DAY;
/** How long a reset link works (rule: reset-link). */
export const RESET_LIFE = HOUR;
/** The same of a link that proves a corrected address: its reader waits for no mail in front of the screen. */
export const CORRECTION_LIFE = 3 * DAY;
/** A temporary password and its one-time link die after this, or at the first change (rule: guest-account). */
export const TEMPORARY_PASSWORD_LIFE = 72 * HOUR;
export const ACCESS_TOKEN_LIFE = HOUR;
export const REFRESH_TOKEN_LIFE = 30 * DAY;
/** A login lives this many seconds after it was last renewed; it is renewed at most once a day. */
export const LOGIN_SECONDS = (30 * DAY) / SECOND;
export const LOGIN_RENEWAL_SECONDS = DAY / SECOND;

/** Failed logins per quarter of an hour (rule: login-limits). */
export const LOGIN_WINDOW_SECONDS = 15 * 60;
export const LOGIN_FAILURES_PER_ACCOUNT = 10;
export const LOGIN_FAILURES_PER_ADDRESS = 100;
/** The key of a refusal by the account's own limit, which a reset lifts. */
export const LOCKED_OUT = "account";
/** Every other form, per network address and hour (rule: login-limits). */
export const REQUESTS_PER_ADDRESS = 120;
/** Mails of one kind that one network address can make us send to one mailbox, per hour. */
export const MAILS_PER_SENDER = 5;
/** The kinds of mails that somebody can make us send to whatever mailbox they type. */
const ASKED_MAILS = [
  ...(["confirm-email", "reset-password", "booking-link", "alert-link"] as const),
  ...(["content-report", "withdrawal", "guest-subscription"] as const),
] as const;
export type AskedMail = (typeof ASKED_MAILS)[number];
/** From all network addresses together, beyond the first of each kind: twenty in all. */
export const MAILS_PER_MAILBOX = 20 - ASKED_MAILS.length;

/** The typed password is compared with this many sign-ups of one address. */
export const SIGN_UPS_COMPARED = 5;

/** An account known by its mailbox alone: it asks for the names at its first login. */
export const BARE_CLIENT = {
  firstName: "",
  lastName: "",
  phone: null,
  isClient: true,
  isPro: false,
} as const;

/**
 * Returns the actor, for every use case that needs one.
 *
 * @throws AppError `unauthenticated`, or `password_change_required` while the password is a
 * temporary one, which opens nothing but its own change (rule: guest-account).
 */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw new AppError("unauthenticated");
  if (ctx.actor.mustChangePassword) throw new AppError("password_change_required");
  return ctx.actor;
}

/**
 * The address of a login or sign-up screen that leads on to the wanted page.
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

/**
 * The longest path to redirect to, in characters: none of this site's is longer, and it stands in a
 * header.
 */
const LONGEST_PATH = 2_000;

/**
 * The path to follow after logging in: always this site's, never another origin. Browsers read
 * `//host` and `/\host` as another site, and drop tabs and line ends before they look.
 */
export function safeReturnPath(
  value: string | null | undefined,
  fallback = addresses.profile,
): string {
  if (!value?.startsWith("/") || /[\\\p{Cc}]/u.test(value)) return fallback;
  const base = "http://site.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (url?.origin !== base || url.pathname.startsWith("//")) return fallback;
  const path = url.pathname + url.search + url.hash;
  return path.length > LONGEST_PATH ? fallback : path;
}

/** The details that somebody who has just logged in has still to give. */
export interface Newcomer {
  /** Whether the first name is known. */
  named: boolean;
  /** Whether they are a professional, or subscribe to a plan, without a professional profile. */
  unfinished: boolean;
  /** Whether they have one, and so an agenda. */
  sells: boolean;
}

/**
 * The page after a login: the names first, when they are missing; then, unless another page was
 * wanted, the wizard for somebody who came to offer sessions and has no profile, and the agenda for
 * somebody who has one.
 *
 * @param next the wanted page, as {@link safeReturnPath} gives it.
 */
export function pathAfterLogin({ named, unfinished, sells }: Newcomer, next: string): string {
  const isAsked = next !== safeReturnPath(null);
  if (!named)
    return isAsked ? `${addresses.welcome}?suite=${encodeURIComponent(next)}` : addresses.welcome;
  if (isAsked) return next;
  if (unfinished) return addresses.becomeProfessional;
  return sells ? addresses.agenda : next;
}

/** Client for client or both, professional for pro or both. */
export function rolesOf(userType: "client" | "pro" | "both"): {
  isClient: boolean;
  isPro: boolean;
} {
  return { isClient: userType !== "pro", isPro: userType !== "client" };
}

/** The message for a guest whose e-mail is invalid, under « Email requis ». */
export const EMAIL_REQUIRED = "Veuillez saisir une adresse email valide";

/**
 * The one rule for e-mails, at every door and in the browser: the library's own (`z.email`), held to
 * be the same by a test. No syntax of mail headers passes (`<x@y>`, `a1:x@y`), by which one mailbox
 * would have any number of spellings; a domain has at least two names, or the provider refuses it.
 */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether a typed text is an e-mail, ignoring spaces around it. */
export function isEmail(value: string): boolean {
  return EMAIL.test(value.trim());
}

/** Whether somebody came to offer sessions and has no profile: the wizard waits for them. */
export function isUnfinished(person: {
  isPro: boolean;
  professionalId: string | null;
  hasActiveSubscription: boolean;
}): boolean {
  return person.professionalId === null && (person.isPro || person.hasActiveSubscription);
}

/**
 * Whether a business keeps the account from being deleted at once: the law has us keep some of it
 * (rule: account-deletion).
 */
export function isProfessional(person: { isPro: boolean; professionalId: string | null }): boolean {
  return person.isPro || person.professionalId !== null;
}

// ─── Accounts that nobody uses ─────────────────────────────────────────────────────────────────

/**
 * Milliseconds between two notes of an account's use: writing each login down would say no more.
 */
export const USE_NOTED_EVERY = DAY;
