import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contradict } from "#test/make/database.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { contestAbsence } from "../bookings/presence/contest-absence.server.ts";
import { enterCode, markPresence } from "../bookings/presence/mark-presence.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR } from "../durations.ts";
import { eraseAccount } from "../privacy/deletion/erase-account.server.ts";
import { bookings, listings, professionalProfiles } from "../tables.server.ts";
import { authorLabel } from "./labels.ts";
import { listReviewed, showOwnReview, showReviews } from "./show-reviews.server.ts";
import { withdrawReview, writeReview } from "./write-review.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // These reviews are written after slots of 2100, which the present takes for bookable ones.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());

const START = new Date("2100-03-05T17:30:00Z");
/** So many hours after a start; what is sold lasts one. */
const at = (ctx: Context, hours: number): Context => ({
  ...ctx,
  now: () => new Date(START.getTime() + hours * HOUR),
});

const makeOffer = () => world.makeActivityOffer({ spots: 6, start: START });

/** A paid booking of a slot, of a new client unless one is given. */
async function makeBooked(offer: Parameters<typeof bookSlot>[1], known?: Context) {
  const ctx = known ?? (await world.newClient());
  const { bookingId } = await world.buy(offer, ctx);
  return { ctx, bookingId };
}

async function ratingOf(professionalId: string) {
  const [row] = await world.db
    .select({ rating: professionalProfiles.rating, count: professionalProfiles.totalReviews })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, professionalId));
  return row;
}

describe("a review (rule: reviews)", () => {
  it("opens a day after the end, for thirty days", async () => {
    const offer = await makeOffer();
    const { ctx, bookingId } = await makeBooked(offer);
    const write = (hours: number) => writeReview(at(ctx, hours), { bookingId, rating: 5 });
    await expect(write(24.9)).rejects.toMatchObject({
      message: "Votre avis s'ouvre 24 heures après la fin de la séance.",
    });
    await expect(write(25 + 30 * 24)).rejects.toMatchObject({ code: "conflict" });
    expect(await write(25)).toMatchObject({ status: "published" });
  });

  it("makes the professional's rating and count, and takes them back", async () => {
    const offer = await makeOffer();
    const professional = offer.professional.id;
    const [one, two] = [await makeBooked(offer), await makeBooked(offer)];
    await Promise.all([
      writeReview(at(one.ctx, 26), { bookingId: one.bookingId, rating: 5, text: "Très doux." }),
      writeReview(at(two.ctx, 27), { bookingId: two.bookingId, rating: 4, tags: ["Ponctuel"] }),
    ]);
    expect(await ratingOf(professional)).toEqual({ rating: 4.5, count: 2 });
    const { reviews, nextCursor } = await showReviews(await world.context(), {
      ...{ professional, limit: 1 },
    });
    expect(reviews).toMatchObject([
      { rating: 4, tags: ["Ponctuel"], proof: "booking", sessionAt: START, editedAt: null },
    ]);
    const next = await showReviews(await world.context(), {
      ...{ offering: offer.activityId, cursor: String(nextCursor) },
    });
    expect(next).toMatchObject({ reviews: [{ text: "Très doux." }], nextCursor: null });
    await writeReview(at(one.ctx, 900), { bookingId: one.bookingId, rating: 2 });
    expect(await ratingOf(professional)).toEqual({ rating: 3, count: 2 });
    await withdrawReview(at(one.ctx, 901), { bookingId: one.bookingId });
    await withdrawReview(at(two.ctx, 901), { bookingId: two.bookingId });
    expect(await ratingOf(professional)).toEqual({ rating: 0, count: 0 });
    expect(await world.db.$count(listings, eq(listings.offeringId, offer.activityId))).toBeLessThan(
      2,
    );
  });

  it("says that presence is proved only where the code was entered", async () => {
    const offer = await makeOffer();
    const owner = await world.context(offer.professional.userId);
    const [one, two] = [await makeBooked(offer), await makeBooked(offer)];
    const [row] = await world.db.select().from(bookings).where(eq(bookings.id, one.bookingId));
    await enterCode(at(owner, 0), { slotId: offer.slotId, code: String(row?.presenceCode) });
    await markPresence(at(owner, 0), { bookingId: two.bookingId, status: "present" });
    await writeReview(at(one.ctx, 26), { bookingId: one.bookingId, rating: 5 });
    await writeReview(at(two.ctx, 27), { bookingId: two.bookingId, rating: 5 });
    const { reviews } = await showReviews(owner, { offering: offer.activityId });
    expect(reviews.map(({ proof }) => proof)).toEqual(["booking", "code"]);
  });

  it("is closed by an absence until its client contests it, and then waits", async () => {
    const offer = await makeOffer();
    const owner = await world.context(offer.professional.userId);
    const { ctx, bookingId } = await makeBooked(offer);
    await markPresence(at(owner, 0.5), { bookingId, status: "absent" });
    const write = () => writeReview(at(ctx, 26), { bookingId, rating: 1 });
    await expect(write()).rejects.toMatchObject({ code: "conflict" });
    await contestAbsence(at(ctx, 25), { by: { bookingId }, word: "came" });
    expect(await write()).toMatchObject({ status: "waiting" });
    expect(await ratingOf(offer.professional.id)).toEqual({ rating: 0, count: 0 });
    expect((await showReviews(ctx, { offering: offer.activityId })).reviews).toEqual([]);
  });

  it("has words alone when its author rated the professional less than a year ago", async () => {
    const offer = await world.makeOffer({ start: START });
    const first = await makeBooked(offer);
    await writeReview(at(first.ctx, 26), { bookingId: first.bookingId, rating: 5 });
    const { professional } = offer;
    const again = await world.makeOffer({
      ...{ professional, start: new Date(START.getTime() + 3 * HOUR) },
    });
    const { ctx, bookingId } = await makeBooked(again, first.ctx);
    await expect(writeReview(at(ctx, 30), { bookingId, rating: 5 })).rejects.toMatchObject({
      fields: { rating: [expect.stringContaining("moins d'un an")] },
    });
    await expect(writeReview(at(ctx, 30), { bookingId, rating: null })).rejects.toMatchObject({
      fields: { text: ["Écrivez quelques mots"] },
    });
    await writeReview(at(ctx, 30), { bookingId, rating: null, text: "Toujours aussi bien." });
    expect(await ratingOf(professional.id)).toEqual({ rating: 5, count: 1 });
  });

  it("of a free booking has words alone", async () => {
    const offer = await world.makeOffer({ start: START, priceCents: 0 });
    const ctx = await world.newClient();
    const { bookingId } = await bookSlot(ctx, offer);
    await expect(writeReview(at(ctx, 26), { bookingId, rating: 5 })).rejects.toMatchObject({
      fields: { rating: [expect.stringContaining("gratuite")] },
    });
    await writeReview(at(ctx, 26), { bookingId, rating: null, text: "Un bon moment." });
    expect(await ratingOf(offer.professional.id)).toEqual({ rating: 0, count: 0 });
  });

  it("is its client's alone, with what the form offers", async () => {
    const offer = await makeOffer();
    const { ctx, bookingId } = await makeBooked(offer);
    const owner = await world.context(offer.professional.userId);
    const stranger = await world.newClient();
    const review = { bookingId, rating: 5 };
    await expect(writeReview(at(owner, 26), review)).rejects.toMatchObject({ code: "forbidden" });
    await expect(writeReview(at(stranger, 26), review)).rejects.toMatchObject({
      code: "not_found",
    });
    for (const [field, wrong] of [
      ["rating", { rating: 6 }],
      ["rating", { rating: 1.5 }],
      ["rating", { rating: null }],
      ["text", { text: "a".repeat(1_001) }],
      ["tags", { tags: ["À l'écoute", "Ponctuel", "Cadre apaisant", "Explications claires"] }],
    ] as const) {
      await expect(
        writeReview(at(ctx, 26), { ...review, ...wrong } as never),
      ).rejects.toMatchObject({
        ...{ code: "invalid_input", fields: { [field]: [expect.any(String)] } },
      });
    }
  });

  it("is shown to its author before and after it is written, and marked among the bookings", async () => {
    const offer = await makeOffer();
    const { ctx, bookingId } = await makeBooked(offer);
    const owner = await world.context(offer.professional.userId);
    const show = (hours: number) => showOwnReview(at(ctx, hours), { bookingId });
    expect(await show(2)).toMatchObject({
      closed: "Votre avis s'ouvre 24 heures après la fin de la séance.",
    });
    expect(await show(26)).toMatchObject({ closed: null, unrated: null, review: null });
    expect(await listReviewed(ctx, [bookingId])).toEqual([]);
    await writeReview(at(ctx, 26), { bookingId, rating: 5, tags: ["Ponctuel"] });
    expect(await show(2_000)).toMatchObject({
      ...{ closed: null, review: { rating: 5, tags: ["Ponctuel"], status: "published" } },
    });
    expect(await listReviewed(ctx, [bookingId])).toEqual([bookingId]);
    expect(await listReviewed(owner, [bookingId])).toEqual([]);
    await expect(showOwnReview(owner, { bookingId })).rejects.toMatchObject({ code: "forbidden" });
  });

  it("keeps its rating without a name or words once its author has left", async () => {
    const offer = await makeOffer();
    const { ctx, bookingId } = await makeBooked(offer);
    await writeReview(at(ctx, 26), { bookingId, rating: 5, text: "Très doux." });
    const { userId, email } = ctx.actor ?? {};
    await world.db.transaction((tx) =>
      eraseAccount(at(ctx, 27), tx, { userId: String(userId), email: String(email) }),
    );
    const { reviews } = await showReviews(ctx, { professional: offer.professional.id });
    expect(reviews).toMatchObject([{ author: "Ancien client", rating: 5, text: "" }]);
  });
});

it("names an author by first name and initial", () => {
  expect(authorLabel({ firstName: "Julie", lastName: "martin" })).toBe("Julie M.");
  expect(authorLabel({ firstName: "", lastName: "" })).toBe("Ancien client");
});
