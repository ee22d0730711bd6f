import type { Context } from "../context.server.ts";
import { deleteGuestCheckouts } from "./store.server.ts";

/** Deletes subscriptions that guests began before `before` and never paid. */
export function purgeCheckouts(ctx: Context, before: Date): Promise<void> {
  return deleteGuestCheckouts(ctx.db, before);
}
