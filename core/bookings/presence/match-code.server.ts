import type { Context } from "../../context.server.ts";
import { formatTime, wholeMinute } from "../../dates.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { CLOSED_FOR, WRONG_CODES, WRONG_CODES_IN_ALL } from "./rules.ts";
import { findByCode } from "./store.server.ts";

/**
 * Counts before comparing, so that parallel attempts keep the limit (rule: presence-code).
 * @throws AppError `rate_limited` while it is closed, `invalid_input` for a wrong code.
 */
export async function matchCode(
  ctx: Context,
  professionalId: string,
  asked: { slotId: string; code: string; bookingId?: string | undefined },
): Promise<string> {
  const { limits } = ctx;
  const { slotId } = asked;
  const close = () => limits.take("presence-closed", slotId, 1, CLOSED_FOR);
  if (!(await limits.allows("presence-closed", slotId, 1))) throw closed(ctx, await close());
  const inAll = await limits.take(
    "presence-all",
    professionalId,
    WRONG_CODES_IN_ALL,
    HOUR / SECOND,
  );
  if (inAll > 0) throw closed(ctx, inAll);
  const wait = await limits.take("presence", slotId, WRONG_CODES, CLOSED_FOR);
  if (wait > 0) throw closed(ctx, wait);
  const bookingId = await findByCode(ctx.db, asked);
  if (bookingId) {
    await limits.giveBack("presence", slotId);
    await limits.giveBack("presence-all", professionalId);
    return bookingId;
  }
  if (!(await limits.allows("presence", slotId, WRONG_CODES))) await close();
  throw new AppError("invalid_input", {
    fields: { code: ["Ce code n'est celui de personne ici"] },
  });
}

function closed(ctx: Context, seconds: number): AppError {
  const until = wholeMinute(new Date(ctx.now().getTime() + seconds * SECOND));
  return new AppError("rate_limited", {
    message: `Cinq codes faux : ce champ se rouvre à ${formatTime(until)}.`,
  });
}
