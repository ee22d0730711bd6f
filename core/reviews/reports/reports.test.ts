import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contradict } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { contestAbsence } from "../../bookings/presence/contest-absence.server.ts";
import { markPresence } from "../../bookings/presence/mark-presence.server.ts";
import type { Context } from "../../context.server.ts";
import { DAY, HOUR } from "../../durations.ts";
import { contestCase, showContestableCase } from "../../moderation/cases/contest-case.server.ts";
import { APPEAL_TIME } from "../../moderation/rules.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { professionalProfiles, reviewReports } from "../../tables.server.ts";
import { showQueue } from "../../work-queue/show-queue.server.ts";
import { mendRatings } from "../mend-ratings.server.ts";
import { showOwnReview, showReviews } from "../show-reviews.server.ts";
import { replyToReview, writeReview } from "../write-review.server.ts";
import { decideCase, listOpenCases, showCase } from "./decide-case.server.ts";
import { filterReview, reportReview } from "./report-review.server.ts";

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
  const { client: author, bookingId } = await world.buy(offer);
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

/** The mails that arrive now, by their reader's address, those of bookings left out. */
async function deliver() {
  const arrived = await receiveMails(at(await world.context(), 30));
  return (email: string) =>
    arrived.filter(
      ({ recipients, subject }) => recipients.includes(email) && /avis/i.test(String(subject)),
    );
}
const mailsTo = async (ctx: Context) => (await deliver())(String(ctx.actor?.email));

/** The secret of the link by which a mail's decision is contested. */
const tokenIn = (text: string | undefined) =>
  /contester\?jeton=([\w.-]+\w)/.exec(text ?? "")?.[1] ?? "";

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
    const reader = await world.newClient();
    const report = { review: reviewId, reason: "insulting" as const, text: "Ce ton !" };
    await reportReview(at(reader, 27), report);
    await reportReview(at(owner, 27), { ...report, reason: "untrue" });
    await reportReview(at(await world.context(), 27), report);
    expect(await ratingOf(professional)).toEqual({ rating: 1, count: 1 });
    const found = (await listOpenCases(reader)).find((one) => one.reviewId === reviewId);
    expect(found?.reports.map(({ isDoubt }) => isDoubt)).toEqual([false, true, false]);

    const reason = "Il vise une personne, pas la séance.";
    await decideCase(operator(reader, 28), { reviewId, decision: "refuse", basis: "hate", reason });
    expect(await ratingOf(professional)).toEqual({ rating: 0, count: 0 });
    expect((await showReviews(reader, { professional })).reviews).toEqual([]);
    expect((await showOwnReview(at(author, 28), { bookingId })).review).toMatchObject({
      ...{ status: "refused", refusedBecause: reason },
      // The way is on the page too, and ends after six months (rule: contested-decision).
      appeal: { isAsked: false, path: expect.stringMatching(/^\/contester\?jeton=./) },
    });
    const late = at(author, 28 + (APPEAL_TIME + DAY) / HOUR);
    expect((await showOwnReview(late, { bookingId })).review?.appeal).toBeNull();
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
    const reader = await world.newClient();
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

  it("of somebody without an account is acknowledged, answered and contested by the same address", async () => {
    const { author, professional, reviewId } = await makeReviewed();
    const visitor = await world.context();
    const email = "visiteuse@example.fr";
    await expect(
      reportReview(at(visitor, 27), {
        ...{ review: reviewId, reason: "other", text: "Faux.", email, goodFaith: false as never },
      }),
    ).rejects.toMatchObject({ fields: { goodFaith: [expect.any(String)] } });
    const report = { review: reviewId, reason: "untrue" as const, text: "Il n'y était pas." };
    await reportReview(at(visitor, 27), { ...report, email });
    const [received] = (await deliver())(email);
    expect(received?.subject).toContain("Nous avons reçu votre signalement");
    expect(received?.text).toContain("Il n'y était pas.");
    const reason = "Rien ne le montre.";
    await decideCase(operator(visitor, 28), { reviewId, decision: "publish", reason });
    const [answer] = (await deliver())(email);
    expect(answer?.text).toContain(reason);
    const token = tokenIn(answer?.text);
    expect(await showContestableCase(at(visitor, 29), { token })).toMatchObject({
      ...{ side: "reporter", outcome: "published", facts: reason, basis: null, isAsked: false },
    });
    await contestCase(at(visitor, 29), { token, text: "J'ai la preuve." });
    await expect(contestCase(at(visitor, 30), { token, text: "Encore." })).rejects.toMatchObject({
      code: "conflict",
    });
    const found = (await listOpenCases(visitor)).find((one) => one.reviewId === reviewId);
    expect(found).toMatchObject({ reports: [], contest: { text: "J'ai la preuve." } });

    const refusal = {
      reviewId,
      decision: "refuse",
      basis: "misleading",
      reason: "Nous l'avons relu.",
    } as const;
    await decideCase(operator(visitor, 31), refusal);
    expect(await ratingOf(professional)).toEqual({ rating: 0, count: 0 });
    const arrived = await deliver();
    expect(arrived(email)[0]?.text).toContain("n'est plus publié");
    const [told] = arrived(String(author.actor?.email));
    expect(told?.text).toContain("article L121-2");
    const own = { token: tokenIn(told?.text), text: "J'y étais." };
    await contestCase(at(author, 32), own);
    await decideCase(operator(visitor, 33), {
      reviewId,
      decision: "publish",
      reason: "Il y était.",
    });
    expect(await ratingOf(professional)).toEqual({ rating: 1, count: 1 });
    const both = await deliver();
    expect(both(String(author.actor?.email))[0]?.subject).toContain("Votre avis est publié");
    expect(both(email)[0]?.text).toContain("Il y était.");
    expect(await showContestableCase(at(author, 34), own)).toBeNull();
    const late = at(author, 31 + 186 * 24);
    expect(await showContestableCase(late, { token })).toBeNull();
    await expect(contestCase(late, { token, text: "Trop tard." })).rejects.toMatchObject({
      code: "not_found",
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
    await expect(decideCase(operator(author, 28), decision)).rejects.toMatchObject({
      fields: { basis: ["Choisissez ce sur quoi la mesure se fonde"] },
    });
    await decideCase(operator(author, 28), { ...decision, basis: "rules" });
    await expect(reportReview(author, report)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is limited by sender", async () => {
    const { reviewId } = await makeReviewed();
    const reader = await world.newClient();
    const report = () =>
      reportReview(at(reader, 27), { review: reviewId, reason: "other", text: "Non." });
    for (let count = 0; count < 20; count += 1) await report();
    await expect(report()).rejects.toMatchObject({ code: "rate_limited" });
  });
});

it("the review of a contested absence is published once the operator says so", async () => {
  const { author, owner, bookingId, professional } = await makeBooked();
  await markPresence(at(owner, 0.5), { bookingId, status: "absent" });
  await contestAbsence(at(author, 25), { by: { bookingId }, word: "not_held" });
  const { reviewId } = await writeReview(at(author, 26), { bookingId, rating: 5 });
  expect(await listOpenCases(author)).toContainEqual(
    expect.objectContaining({ reviewId, status: "waiting", contestedAs: "not_held", reports: [] }),
  );
  const { works } = await showQueue(operator(owner, 27), {});
  expect(works.find(({ id }) => id === reviewId)?.title).toContain(
    "absence contestée, « N'a pas eu lieu »",
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

describe("the filter (rule: content-filter)", () => {
  const findLines = async (reviewId: string) =>
    (await showQueue(operator(await world.context(), 30), {})).works.filter(
      ({ id }) => id === reviewId,
    );

  it("puts a review before an operator, once for the same words, and hides nothing", async () => {
    const { author, owner, professional, bookingId, reviewId } = await makeReviewed();
    const read = () => filterReview(at(author, 27), { reviewId });
    await read();
    expect(await findLines(reviewId)).toEqual([]);
    const text = "Elle guérit, appelez le 06 12 34 56 78.";
    await writeReview(at(author, 26.5), { bookingId, rating: 1, text });
    for (let turn = 0; turn < 2; turn += 1) await read();
    expect(await findLines(reviewId)).toMatchObject([
      { title: expect.stringMatching(/: mots à relire, repérés par notre filtre$/) },
    ]);
    expect((await showReviews(author, { professional })).reviews[0]).toMatchObject({ text });
    const shown = await showCase(operator(owner, 28), { reviewId });
    const words = "guérit, 06 12 34 56 78";
    expect(shown.reports).toMatchObject([{ reason: "filter", text: words, reporter: null }]);
    await decideCase(operator(owner, 28), {
      reviewId,
      decision: "publish",
      reason: "Le ton est ironique.",
    });
    await read();
    expect(await findLines(reviewId)).toEqual([]);
    expect(await mailsTo(author)).toEqual([]);
  });

  it("reads replies too, and its author is told that nobody has reported a refused review", async () => {
    const { author, owner, reviewId } = await makeReviewed();
    await replyToReview(at(owner, 27), { reviewId, text: "Écrivez-moi : ines@exemple.fr" });
    await filterReview(at(author, 27), { reviewId });
    const [line] = await findLines(reviewId);
    expect(line?.context).toBe("« ines@exemple.fr »");
    await decideCase(operator(owner, 28), {
      ...{ reviewId, decision: "refuse", basis: "rules", reason: "Il donne une adresse." },
    });
    const [told] = await mailsTo(author);
    expect(told?.text).toContain("Par notre filtre de mots");
    expect(told?.text).toContain("personne ne nous l'a signalé");
  });

  it("says of a reported one that it was reported, and of a new decision what the first stood on", async () => {
    const { author, owner, reviewId } = await makeReviewed();
    const reader = await world.newClient();
    await reportReview(at(reader, 27), { review: reviewId, reason: "other", text: "Faux." });
    const refusal = {
      reviewId,
      decision: "refuse",
      basis: "rules",
      reason: "Hors sujet.",
    } as const;
    await decideCase(operator(owner, 28), refusal);
    const [told] = await mailsTo(author);
    expect(told?.text).toContain("Par un signalement. Une personne a lu");
    await contestCase(at(author, 29), { token: tokenIn(told?.text), text: "Non." });
    // Nobody else is there who could answer.
    expect((await showCase(operator(owner, 30), { reviewId })).answering).toBe("nobody_else");
    await decideCase(operator(owner, 30), refusal);
    const acts = await listActsOn(operator(owner, 30), { kind: "review", id: reviewId });
    expect(acts.map(({ details }) => details?.after?.nobodyElse)).toEqual([true, undefined]);
    expect((await mailsTo(author)).at(-1)?.text).toContain("Par un signalement. Une personne");
  });

  it("and a contested decision are two lines, each with its own time", async () => {
    const { author, owner, reviewId } = await makeReviewed();
    const reader = await world.newClient();
    await reportReview(at(reader, 27), { review: reviewId, reason: "other", text: "Faux." });
    await decideCase(operator(owner, 28), {
      reviewId,
      decision: "publish",
      reason: "L'avis tient toujours.",
    });
    const [told] = await mailsTo(reader);
    await contestCase(at(reader, 29), { token: tokenIn(told?.text), text: "Relisez." });
    await reportReview(at(author, 30), { review: reviewId, reason: "private", text: "Mon nom." });
    const lines = await findLines(reviewId);
    expect(lines).toMatchObject([
      { title: expect.stringContaining("données personnelles"), dueAt: at(owner, 54).now() },
      { name: "Décision contestée", dueAt: at(owner, 29 + 7 * 24).now() },
    ]);
    await decideCase(operator(owner, 31), {
      reviewId,
      decision: "publish",
      reason: "Nous l'avons relu.",
    });
    expect(await findLines(reviewId)).toEqual([]);
  });
});
