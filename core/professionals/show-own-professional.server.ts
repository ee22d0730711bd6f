import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { OwnProfessional } from "./schema.ts";
import { findOwnProfessional } from "./store.server.ts";

/** The newest; null without one. */
export function showOwnProfessional(ctx: Context): Promise<OwnProfessional | null> {
  return findOwnProfessional(ctx.db, requireActor(ctx).userId);
}
