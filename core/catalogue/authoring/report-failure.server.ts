import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";

/**
 * Replaces an unforeseen error by `unexpected` with this message, so that a form keeps its values.
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
