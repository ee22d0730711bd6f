import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contradict } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { contestAbsence } from "../../bookings/presence/contest-absence.server.ts";
import { markPresence } from "../../bookings/presence/mark-presence.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { professionalProfiles, reviewReports } from "../../tables.server.ts";
import { mendRatings } from "../mend-ratings.server.ts";
import { replyToReview } from "../reply-to-review.server.ts";
import { showOwnReview } from "../show-own-review.server.ts";
import { showReviews } from "../show-reviews.server.ts";
import { writeReview } from "../write-review.server.ts";
import { decideCase } from "./decide-case.server.ts";
import { listOpenCases } from "./list-open-cases.server.ts";
import { reportReview } from "./report-review.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // These reviews are written after slots of 2100, which the present takes for bookable ones.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());

const START = new Date("2100-03-05T17:30:00Z");
/** The operator, at that time. */
const operator = (ctx: Context, hours: number): Context => ({
  ...at(ctx, hours),
  operator: COMMAND_LINE,
});
const at = (ctx: Context, hours: number): Context => ({
  ...ctx,
  now: () => new Date(START.getTime() + hours * HOUR),
});

async function makeBooked() {
  const offer = await world.makeActivityOffer({ spots: 6, start: START });
  const author = await world.context(await makeClient(world.db));
  const { bookingId } = await bookSlot(author, offer);
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  const owner = await world.context(offer.professional.userId);
  return { bookingId, author, owner, professional: offer.professional.id };
}

async function makeReviewed() {
  const booked = await makeBooked();
  const review = { bookingId: booked.bookingId, rating: 1, text: "Décevant." };
  const { reviewId } = await writeReview(at(booked.author, 26), review);
  return { ...booked, reviewId };
}

async function ratingOf(professionalId: string) {
  const [row] = await world.db
    .select({ rating: professionalProfiles.rating, count: professionalProfiles.totalReviews })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, professionalId));
  return row;
}

/** The mails that arrive now for somebody, those of bookings left out. */
async function mailsTo(ctx: Context) {
  const { mailer, mails } = await openMailbox();
  await deliverMails(at(await world.context(undefined, { mailer }), 30));
  return mails.filter(
    ({ recipients, subject }) =>
      recipients.includes(String(ctx.actor?.email)) && /avis/i.test(String(subject)),
  );
}

describe("a reply", () => {
  it("is the professional's one answer, which they change and take back", async () => {
    const { owner, author, professional, reviewId } = await makeReviewed();
    const shown = async () => (await showReviews(author, { professional })).reviews[0]?.reply;
    await replyToReview(at(owner, 27), { reviewId, text: "Merci de l'avoir dit." });
    expect(await shown()).toEqual({ text: "Merci de l'avoir dit.", at: at(owner, 27).now() });
    await replyToReview(at(owner, 28), { reviewId, text: "Je suis désolée." });
    expect(await shown()).toMatchObject({ text: "Je suis désolée." });
    await replyToReview(at(owner, 29), { reviewId, text: " " });
    expect(await shown()).toBeNull();
  });

  it("is nobody else's", async () => {
    const { author, reviewId } = await makeReviewed();
    const { owner: rival } = await makeReviewed();
    const reply = { reviewId, text: "Merci." };
    await expect(replyToReview(author, reply)).rejects.toMatchObject({ code: "forbidden" });
    await expect(replyToReview(rival, reply)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a report (rule: reported-reviews)", () => {
  it("leaves a review where it is until it is refused, and all concerned are told why", async () => {
    const { author, owner, professional, bookingId, reviewId } = await makeReviewed();
    const reader = await world.context(await makeClient(world.db));
    const report = { review: reviewId, reason: "insulting" as const, text: "Ce ton !" };
    await reportReview(at(reader, 27), report);
    await reportReview(at(owner, 27), { ...report, reason: "untrue" });
    await reportReview(at(await world.context(), 27), report);
    expect(await ratingOf(professional)).toEqual({ rating: 1, count: 1 });
    const found = (await listOpenCases(reader)).find((one) => one.reviewId === reviewId);
    expect(found?.reports.map(({ isDoubt }) => isDoubt)).toEqual([false, true, false]);

    const reason = "Il vise une personne, pas la séance.";
    await decideCase(operator(reader, 28), { reviewId, decision: "refuse", reason });
    expect(await ratingOf(professional)).toEqual({ rating: 0, count: 0 });
    expect((await showReviews(reader, { professional })).reviews).toEqual([]);
    expect((await showOwnReview(at(author, 28), { bookingId })).review).toMatchObject({
      ...{ status: "refused", refusedBecause: reason },
    });
    await expect(writeReview(at(author, 29), { bookingId, rating: 2 })).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await listOpenCases(reader)).map((one) => one.reviewId)).not.toContain(reviewId);
    const [told, ...more] = await mailsTo(author);
    expect(more).toEqual([]);
    expect(told?.text).toContain(reason);
    expect(await world.db.$count(reviewReports, eq(reviewReports.reviewId, reviewId))).toBe(3);
  });

  it("that is not followed leaves the review published", async () => {
    const { author, professional, reviewId } = await makeReviewed();
    const reader = await world.context(await makeClient(world.db));
    await reportReview(at(reader, 27), { review: reviewId, reason: "other", text: "Trop court." });
    const decision = { reviewId, decision: "publish" as const, reason: "Un avis peut être court." };
    await decideCase(operator(reader, 28), decision);
    expect(await ratingOf(professional)).toEqual({ rating: 1, count: 1 });
    const [answer] = await mailsTo(reader);
    expect(answer?.text).toContain("Un avis peut être court.");
    expect(await mailsTo(author)).toEqual([]);
    await expect(decideCase(operator(reader, 29), decision)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("needs a reason and words, and a review that is published", async () => {
    const { author, reviewId } = await makeReviewed();
    const report = { review: reviewId, reason: "other" as const, text: "Non." };
    await expect(reportReview(author, { ...report, text: " " })).rejects.toMatchObject({
      fields: { text: [expect.any(String)] },
    });
    await expect(
      reportReview(author, { ...report, reason: "boring" as never }),
    ).rejects.toMatchObject({ fields: { reason: ["Choisissez une raison"] } });
    const decision = { reviewId, decision: "refuse" as const, reason: "Ce n'est pas un avis." };
    await decideCase(operator(author, 28), decision);
    await expect(reportReview(author, report)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is limited by sender", async () => {
    const { reviewId } = await makeReviewed();
    const reader = await world.context(await makeClient(world.db));
    const report = () =>
      reportReview(at(reader, 27), { review: reviewId, reason: "other", text: "Non." });
    for (let count = 0; count < 20; count += 1) await report();
    await expect(report()).rejects.toMatchObject({ code: "rate_limited" });
  });
});

it("the review of a contested absence is published once the operator says so", async () => {
  const { author, owner, bookingId, professional } = await makeBooked();
  await markPresence(at(owner, 0.5), { bookingId, status: "absent" });
  await contestAbsence(at(author, 25), { bookingId });
  const { reviewId } = await writeReview(at(author, 26), { bookingId, rating: 5 });
  expect(await listOpenCases(author)).toContainEqual(
    expect.objectContaining({ reviewId, status: "waiting", reports: [] }),
  );
  const decision = { reviewId, decision: "publish" as const, reason: "Elle y était." };
  await decideCase(operator(owner, 28), decision);
  expect(await ratingOf(professional)).toEqual({ rating: 5, count: 1 });
  const [told] = await mailsTo(author);
  expect(told?.subject).toContain("Votre avis est publié");
});

it("ratings that no review stands behind are derived anew", async () => {
  const { professional, author } = await makeReviewed();
  const change = { rating: 4.9, totalReviews: 212 };
  await world.db
    .update(professionalProfiles)
    .set(change)
    .where(eq(professionalProfiles.id, professional));
  expect(await mendRatings(at(author, 30))).toBe(1);
  expect(await ratingOf(professional)).toEqual({ rating: 1, count: 1 });
  expect(await mendRatings(at(author, 30))).toBe(0);
});
