import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { changeImage } from "../media/change-image.server.ts";
import { centsToEuros } from "../money.ts";
import { refreshOffers } from "../offers/refresh-offers.server.ts";
import { chooseType } from "./choose-type.server.ts";
import { parseOffering } from "./parse-offering.server.ts";
import { permitOwner } from "./permit-owner.server.ts";
import { type SessionInput, sessionInput } from "./schema.ts";
import { recurrenceOf } from "./show-own-session.server.ts";
import { lockOffering, type SessionRow, updateSessionRow } from "./store.server.ts";
import { changeSchedule } from "./write-schedule.server.ts";

/** Title of every refusal, and its sentence (R19); the reason stands with the slots. */
const REFUSED = "Impossible de mettre à jour la session";

/**
 * Changes what is given of a session, by the rules of its creation, and its slots to come by their
 * difference (R19). The session's rows are locked first, so that no seat is sold meanwhile.
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `invalid_input`, `conflict` when a
 * booking is in the way: then `fields.slots` says which.
 */
export async function updateSession(
  ctx: Context,
  { sessionId, changes }: { sessionId: unknown; changes: Partial<SessionInput> },
): Promise<void> {
  const { id } = await permitOwner(ctx, "session", sessionId);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const session = await lockOffering(tx, "session", id);
    if (!session) throw new AppError("not_found", { message: "Session non trouvée" });
    const wish = parseOffering(sessionInput, { ...inputOf(session), ...withoutGaps(changes) });
    const image = { before: session.imageUrl, after: wish.imageUrl };
    await changeImage(ctx, tx, { bucket: "session-images", ...image });
    await updateSessionRow(tx, id, { ...wish, activityTypeId: await chooseType(tx, wish) });
    const before = recurrenceOf(session);
    await changeSchedule(ctx, tx, { kind: "session", id, before, wish, refusal: REFUSED });
    await refreshOffers(tx, [id], now);
  });
}

/** What is not mentioned stays. A category by name takes the place of the one that is stored. */
function withoutGaps(changes: Partial<SessionInput>): Partial<SessionInput> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  return changes.category ? { activityTypeId: null, ...given } : given;
}

/** A stored session as its form would send it. */
function inputOf(row: SessionRow): SessionInput {
  const recurrence = recurrenceOf(row);
  const { discountedPriceCents: discounted } = row;
  return {
    title: row.title,
    description: row.description,
    price: centsToEuros(row.priceCents),
    discountedPrice: discounted === null ? null : centsToEuros(discounted),
    duration: row.duration,
    capacity: row.capacity,
    isOnline: row.isOnline,
    onlineLink: row.onlineLink,
    address: row.address,
    city: row.city,
    postalCode: row.postalCode,
    activityTypeId: row.activityTypeId,
    requirements: row.requirements,
    included: row.included,
    imageUrl: row.imageUrl,
    tags: row.tags,
    isRecurring: recurrence !== null,
    recurringDays: recurrence && [...recurrence.days],
    startTime: recurrence?.time,
    recurringUntil: recurrence?.until,
  };
}
