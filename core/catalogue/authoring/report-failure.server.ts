import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";

/**
 * Waits for a creation. After an unforeseen error, which undoes everything, it logs the error and
 * answers with a message of its own, so that the form keeps the typed values.
 *
 * @throws AppError the refusal of the creation itself, or `unexpected` with this message; an
 * unreachable database is reported as such.
 */
export async function reportFailure<Result>(
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
