import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { AppError, isAppError } from "../errors.ts";

/**
 * Waits for a creation. What nobody foresaw has undone it as a whole: it is logged, and told in the
 * specification's own words (S2§8), so that what was typed stays in its form.
 *
 * @throws AppError what the work refuses, or `unexpected` with this message; a database that cannot
 * be asked at all is told as it is.
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
