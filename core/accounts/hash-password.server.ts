import { QueueFull } from "#platform/fair-queue.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";

/** Each job takes turns with the networks that people ask from, as one of them. */
const askerOf = (ctx: Context) => ctx.address ?? ctx.requestId;

/**
 * What is kept of a password.
 *
 * @throws AppError `busy` when so many passwords wait that this one would wait too long.
 */
export function hashPassword(ctx: Context, password: string): Promise<string> {
  return ctx.passwords.hash(askerOf(ctx), password).catch(asBusy);
}

/**
 * Whether this is the password that was kept as `hash`.
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
 * Refuses at once what would be refused later, before the database is asked anything for it.
 *
 * @throws AppError `busy`
 */
export function requireTurn(ctx: Context): void {
  if (!ctx.passwords.hasRoom(askerOf(ctx))) throw new AppError("busy");
}

/** Whoever had the right password is not behind others the next time. */
export function forgiveTurn(ctx: Context): void {
  ctx.passwords.forgive(askerOf(ctx));
}

function asBusy(error: unknown): never {
  throw error instanceof QueueFull ? new AppError("busy", { cause: error }) : error;
}
