import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { countResale } from "../../catalogue/slots/keep-seats.server.ts";
import type { Context } from "../../context.server.ts";
import { formatTime, wholeMinute } from "../../dates.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { findOwnSlot, findParticipant } from "../find-own-booking.server.ts";
import { shortName } from "../messages/rules.ts";
import { writeTakenBack } from "../resale/store.server.ts";
import { lockBookingRow, updateBooking } from "../store.server.ts";
import {
  CLOSED_FOR,
  isPresenceOpen,
  NOT_OPEN,
  type Presence,
  WRONG_CODES,
  WRONG_CODES_IN_ALL,
  whyNotRecorded,
} from "./rules.ts";
import { enterCodeInput, markPresenceInput, type PresenceView } from "./schema.ts";
import { findByCode } from "./store.server.ts";

/** Keeps an entered code as the proof, even if the client is later recorded as late. */
function recordPresence(
  ctx: Context,
  bookingId: string,
  said: { presence: Presence; by: "code" | "professional" },
): Promise<PresenceView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const row = await lockBookingRow(tx, bookingId);
    if (row.status !== "confirmed") throw new AppError("conflict");
    const refused = whyNotRecorded(row, said.presence, now);
    if (refused) throw new AppError("conflict", { message: refused });
    const by = row.presenceBy === "code" ? "code" : said.by;
    const isSame = row.presence === said.presence && row.presenceBy === by;
    if (!isSame) {
      await updateBooking(tx, row, {
        ...{ presence: said.presence, presenceBy: by, presenceAt: now },
        ...(said.presence !== "absent" && { contestedAt: null, contestedAs: null }),
      });
      // A client who has come is not replaced; somebody who is paying for the seats is refunded.
      if (row.resaleAt && (await writeTakenBack(tx, bookingId))) {
        await countResale(tx, { slotId: row.slotId, now });
      }
      if (said.presence === "absent") {
        const to = row.buyerEmail;
        const mail = { reference: bookingId, to, data: { bookingId } };
        await enqueueMail(ctx, tx, { kind: "marked-absent", ...mail });
      }
    }
    return { bookingId, client: shortName(row), presence: said.presence, by };
  });
}

/**
 * Counts before comparing, so that parallel attempts keep the limit (rule: presence-code).
 * @throws AppError `rate_limited` while it is closed, `invalid_input` for a wrong code.
 */
async function matchCode(
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

/**
 * A record without the code has no further consequences (rule: presence-code).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `forbidden`, `conflict`,
 * `rate_limited`.
 */
export async function markPresence(
  ctx: Context,
  input: z.input<typeof markPresenceInput>,
): Promise<PresenceView> {
  const { bookingId, code, status } = parseInput(markPresenceInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  if (by === "client") throw new AppError("forbidden");
  if (row.status !== "confirmed") throw new AppError("conflict");
  if (status) return recordPresence(ctx, bookingId, { presence: status, by: "professional" });
  if (!isPresenceOpen(row, ctx.now())) throw new AppError("conflict", { message: NOT_OPEN });
  const { slotId, professionalId } = row;
  await matchCode(ctx, professionalId, { slotId, code: String(code), bookingId });
  return recordPresence(ctx, bookingId, { presence: "present", by: "code" });
}

/**
 * Marks the client of a slot as present whose code was entered (rule: presence-code).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `forbidden`, `conflict`,
 * `rate_limited`.
 */
export async function enterCode(
  ctx: Context,
  input: z.input<typeof enterCodeInput>,
): Promise<PresenceView> {
  requireActor(ctx);
  const asked = parseInput(enterCodeInput, input);
  const slot = await findOwnSlot(ctx, asked.slotId);
  if (!isPresenceOpen(slot, ctx.now())) throw new AppError("conflict", { message: NOT_OPEN });
  const bookingId = await matchCode(ctx, slot.professionalId, asked);
  return recordPresence(ctx, bookingId, { presence: "present", by: "code" });
}
