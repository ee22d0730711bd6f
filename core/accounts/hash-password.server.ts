import { QueueFull } from "#platform/fair-queue.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";

/** Jobs take turns with people's networks, as one asker of their own. */
const askerOf = (ctx: Context) => ctx.address ?? ctx.requestId;

/**
 * Hashes a password for storing.
 *
 * @throws AppError `busy` when so many passwords wait that this one would wait too long.
 */
export function hashPassword(ctx: Context, password: string): Promise<string> {
  return ctx.passwords.hash(askerOf(ctx), password).catch(asBusy);
}

/**
 * Whether this is the password with this hash.
 *
 * @throws AppError as {@link hashPassword}
 */
export function verifyPassword(
  ctx: Context,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  return ctx.passwords.verify(askerOf(ctx), password, hash).catch(asBusy);
}

/**
 * Waits until somebody with a password may come in, before the database is asked anything: as many
 * a second as can be hashed, in turns that are fair between networks.
 *
 * @throws AppError `busy`
 */
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
