import type { Actor } from "../context.server.ts";
import { DAY, HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";

/** The ceiling keeps hashing bounded (rule: password-length). */
export const PASSWORD_MIN = 6;
export const MAX_PASSWORD = 128;

/** How long a sign-up waits for its link (rule: mailbox-proof). */
export const SIGN_UP_LIFE = DAY;
/** How long a reset link works (rule: reset-link). */
export const RESET_LIFE = HOUR;
/** Also ends at the first change (rule: guest-account). */
export const TEMPORARY_PASSWORD_LIFE = 72 * HOUR;
export const REFRESH_TOKEN_LIFE = 30 * DAY;
/** Renewed at most once a day. */
export const LOGIN_SECONDS = (30 * DAY) / SECOND;
/** Names the account's own limit, which a reset lifts. */
export const LOCKED_OUT = "account";
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
