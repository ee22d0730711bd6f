import { QueueFull } from "#platform/fair-queue.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";

/** Jobs take turns with networks, as one asker of their own. */
const askerOf = (ctx: Context) => ctx.address ?? ctx.requestId;

/** @throws AppError `busy` when too many passwords wait. */
export function hashPassword(ctx: Context, password: string): Promise<string> {
  return ctx.passwords.hash(askerOf(ctx), password).catch(asBusy);
}

/** @throws AppError `busy` when too many passwords wait. */
export function verifyPassword(
  ctx: Context,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  return ctx.passwords.verify(askerOf(ctx), password, hash).catch(asBusy);
}

/** In fair turns between networks. @throws AppError `busy` when the wait is too long. */
export function waitForTurn(ctx: Context): Promise<void> {
  return ctx.passwords.enter(askerOf(ctx)).catch(asBusy);
}

/** A right password does not count against the asker's next turn. */
export function forgiveTurn(ctx: Context): void {
  ctx.passwords.forgive(askerOf(ctx));
}

function asBusy(error: unknown): never {
  throw error instanceof QueueFull ? new AppError("busy", { cause: error }) : error;
}
