import * as addresses from "#site/addresses.ts";
import type { Actor } from "../context.server.ts";
import { DAY, HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";

/** The ceiling keeps hashing bounded (rule: password-length). */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

/** How long a sign-up waits for its link (rule: mailbox-proof). */
export const SIGN_UP_LIFE = DAY;
/** How long a reset link works (rule: reset-link). */
export const RESET_LIFE = HOUR;
/** Longer, since its reader does not wait for it before a screen. */
export const CORRECTION_LIFE = 3 * DAY;
/** Also ends at the first change (rule: guest-account). */
export const TEMPORARY_PASSWORD_LIFE = 72 * HOUR;
export const ACCESS_TOKEN_LIFE = HOUR;
export const REFRESH_TOKEN_LIFE = 30 * DAY;
/** Renewed at most once a day. */
export const LOGIN_SECONDS = (30 * DAY) / SECOND;
export const LOGIN_RENEWAL_SECONDS = DAY / SECOND;

/** Names the account's own limit, which a reset lifts. */
export const LOCKED_OUT = "account";
export const SIGN_UPS_COMPARED = 5;

/** Asks for the names at its first login. */
export const BARE_CLIENT = {
  firstName: "",
  lastName: "",
  phone: null,
  isClient: true,
  isPro: false,
} as const;

/** @throws AppError `unauthenticated`; `password_change_required` with a temporary password. */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw new AppError("unauthenticated");
  if (ctx.actor.mustChangePassword) throw new AppError("password_change_required");
  return ctx.actor;
}

/** @throws AppError also `forbidden` without a professional profile. */
export function requireProfessional(ctx: { actor: Actor | null }) {
  const { userId, professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  return { userId, professionalId };
}

/** @param favorite the id of the session whose heart led here. */
export function withSuite(path: string, next: string, favorite: string | null = null): string {
  const said = [
    ...(next === safeReturnPath(null) ? [] : [`suite=${encodeURIComponent(next)}`]),
    ...(favorite ? [`favori=${encodeURIComponent(favorite)}`] : []),
  ];
  return said.length > 0 ? `${path}?${said.join("&")}` : path;
}

/** In characters, since it stands in a header. */
const LONGEST_PATH = 2_000;

/** Never another origin: browsers read `//host` and `/\host` as one, and drop tabs and newlines. */
export function safeReturnPath(value: string | null | undefined, fallback = addresses.profile) {
  if (!value?.startsWith("/") || /[\\\p{Cc}]/u.test(value)) return fallback;
  const base = "http://site.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (url?.origin !== base || url.pathname.startsWith("//")) return fallback;
  const path = url.pathname + url.search + url.hash;
  return path.length > LONGEST_PATH ? fallback : path;
}

export interface Newcomer {
  named: boolean;
  /** A professional or subscriber without a professional profile. */
  unfinished: boolean;
  /** Has a professional profile, and so an agenda. */
  sells: boolean;
}

/** Missing names first, then the wanted page, then the wizard or the agenda. */
export function pathAfterLogin({ named, unfinished, sells }: Newcomer, next: string): string {
  const isAsked = next !== safeReturnPath(null);
  if (!named)
    return isAsked ? `${addresses.welcome}?suite=${encodeURIComponent(next)}` : addresses.welcome;
  if (isAsked) return next;
  if (unfinished) return addresses.becomeProfessional;
  return sells ? addresses.agenda : next;
}

export function rolesOf(userType: "client" | "pro" | "both") {
  return { isClient: userType !== "pro", isPro: userType !== "client" };
}

export const EMAIL_REQUIRED = "Veuillez saisir une adresse email valide";

/**
 * Equals `z.email` (by a test). It refuses mail header syntax such as `<x@y>`, by which one mailbox
 * would have many spellings, and single-name domains, which the provider refuses.
 */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function isEmail(value: string): boolean {
  return EMAIL.test(value.trim());
}

/** Somebody who came to offer sessions and has no profile. */
export function isUnfinished(person: {
  isPro: boolean;
  professionalId: string | null;
  hasActiveSubscription: boolean;
}): boolean {
  return person.professionalId === null && (person.isPro || person.hasActiveSubscription);
}

/** The law has us keep some of a business's account (rule: account-deletion). */
export function isProfessional(person: { isPro: boolean; professionalId: string | null }): boolean {
  return person.isPro || person.professionalId !== null;
}

/** Milliseconds between two notes of an account's use. */
export const USE_NOTED_EVERY = DAY;
