import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";

/**
 * Waits for a creation. An unforeseen error has undone it as a whole: it is logged, and answered in
 * words of its own, so that the typed values stay in the form.
 *
 * @throws AppError the work's own refusal, or `unexpected` with this message; a database that
 * cannot be reached is reported as such.
 */
export async function sayFailure<Result>(
  ctx: Context,
  message: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (isAppError(cause) || whyUnreachable(cause) !== null) throw cause;
    ctx.log.error({ err: cause }, "nothing was created");
    throw new AppError("unexpected", { message, cause });
  }
}
