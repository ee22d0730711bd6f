import type { Actor, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requireActor } from "../rules.ts";
import type { Profile } from "../schema.ts";
import { findDeletionRequest, findProfile } from "./store.server.ts";

/**
 * The actor's own profile.
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showProfile(ctx: Context): Promise<Profile> {
  const profile = await findProfile(ctx.db, requireActor(ctx).userId);
  if (!profile) throw new AppError("unauthenticated");
  return profile;
}

/** The profile page of somebody whose profile cannot be read: their name, and no more. */
export function basicProfile(actor: Actor, now: Date): Profile {
  const { userId: id, email, firstName, lastName, isClient, isPro } = actor;
  return {
    ...{ id, email, firstName, lastName, isClient, isPro },
    phone: null,
    smsNumber: null,
    canCreateActivities: false,
    accountStatus: "active",
    sessionCount: 0,
    lastQuotaReset: now,
    plan: null,
    professionalInfo: null,
    version: 1,
  };
}

/** The instant of the actor's request for deletion; null without one. */
export async function showDeletionRequest(ctx: Context): Promise<Date | null> {
  return ctx.actor ? findDeletionRequest(ctx.db, ctx.actor.userId) : null;
}
