import { afterAll, beforeAll, expect, it } from "vitest";
import { contradict } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { contestCase, showContestableCase } from "../../moderation/cases/contest-case.server.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { showQueue } from "../../work-queue/show-queue.server.ts";
import { showReceivedReviews, showReviews } from "../show-reviews.server.ts";
import { replyToReview, writeReview } from "../write-review.server.ts";
import { decideCase, showCase } from "./decide-case.server.ts";
import { filterReview, reportReview } from "./report-review.server.ts";

let world: PaymentWorld;
let lea: Context["operator"];
let nadia: Context["operator"];
beforeAll(async () => {
  world = await openPaymentWorld();
  // These reviews are written after slots of 2100, which the present takes for bookable ones.
  contradict(world.db, "I13");
  const office = async () => makeOperatorContext(await world.context(), ["assistance"]);
  lea = (await office()).operator;
  nadia = (await office()).operator;
});
afterAll(() => world.stop());

const START = new Date("2100-03-05T17:30:00Z");
const at = (ctx: Context, hours: number): Context => ({
  ...ctx,
  now: () => new Date(START.getTime() + hours * HOUR),
});
const office = async (operator: Context["operator"], hours: number): Promise<Context> => ({
  ...at(await world.context(), hours),
  operator,
});

const WORDS = "Écrivez-moi plutôt : ines@exemple.fr";

/** A review whose professional has answered with words that they may not write. */
async function makeAnswered() {
  const offer = await world.makeActivityOffer({ spots: 6, start: START });
  const { client: author, bookingId } = await world.buy(offer);
  const owner = await world.context(offer.professional.userId);
  const said = { bookingId, rating: 2, text: "Décevant." };
  const { reviewId } = await writeReview(at(author, 26), said);
  await replyToReview(at(owner, 27), { reviewId, text: WORDS });
  const professional = offer.professional.id;
  const shown = async () => (await showReviews(author, { professional })).reviews[0];
  const received = async () => (await showReceivedReviews(owner, {})).reviews[0];
  return { author, owner, reviewId, shown, received };
}

/** The mails about the review that arrive now, by their reader's address. */
async function deliver() {
  const arrived = await receiveMails(at(await world.context(), 30));
  return ({ actor }: Context) =>
    arrived.filter(
      ({ recipients, subject }) =>
        recipients.includes(String(actor?.email)) && /réponse|signalement/i.test(String(subject)),
    );
}

const tokenIn = (text: string | undefined) =>
  /contester\?jeton=([\w.-]+\w)/.exec(text ?? "")?.[1] ?? "";

const removal = (reviewId: string) =>
  ({ reviewId, decision: "reply", basis: "rules", reason: "Elle donne une adresse." }) as const;

it("a reply is taken away alone, all concerned are told why, and only its author reads it", async () => {
  const { author, owner, reviewId, shown, received } = await makeAnswered();
  const reader = await world.newClient();
  const report = {
    review: reviewId,
    about: "reply",
    reason: "other",
    text: "Une adresse.",
  } as const;
  await reportReview(at(reader, 28), report);
  const { works } = await showQueue(await office(lea, 28), {});
  expect(works.find(({ id }) => id === reviewId)).toMatchObject({
    title: expect.stringMatching(/: réponse, autre chose$/),
    context: `« ${WORDS} »`,
  });
  expect(await showCase(await office(lea, 28), { reviewId })).toMatchObject({
    ...{ reply: WORDS, isReplyRemoved: false, reports: [{ isReply: true }] },
  });
  await decideCase(await office(lea, 29), removal(reviewId));

  expect(await shown()).toMatchObject({ text: "Décevant.", rating: 2, reply: null });
  expect(await received()).toMatchObject({
    reply: null,
    removed: {
      ...{ text: WORDS, because: "Elle donne une adresse.", basis: "rules" },
      appeal: { isAsked: false, path: expect.stringContaining("/contester?jeton=") },
    },
  });
  const mailsTo = await deliver();
  expect(mailsTo(owner)).toMatchObject([
    {
      subject: "Votre réponse à un avis est retirée",
      text: expect.stringContaining("Elle donne une adresse."),
    },
  ]);
  expect(mailsTo(reader)[0]?.text).toContain("est retirée. L'avis reste publié.");
  expect(mailsTo(author)).toEqual([]);
  const [act] = await listActsOn(await office(lea, 29), { kind: "review", id: reviewId });
  expect(act).toMatchObject({
    act: "reply_removed",
    details: {
      reason: "Elle donne une adresse.",
      before: { isReplyRemoved: false },
      after: { isReplyRemoved: true, basis: "rules" },
    },
  });
  await expect(replyToReview(at(owner, 30), { reviewId, text: "Merci." })).rejects.toMatchObject({
    code: "conflict",
  });
  await filterReview(at(owner, 30), { reviewId });
  expect((await showCase(await office(lea, 30), { reviewId })).reports).toHaveLength(1);
});

it("its author contests that, another operator answers, and it is shown again", async () => {
  const { owner, author, reviewId, shown, received } = await makeAnswered();
  await reportReview(at(author, 28), {
    ...{ review: reviewId, about: "reply", reason: "private", text: "Mon adresse." },
  });
  await decideCase(await office(lea, 29), removal(reviewId));
  const token = tokenIn((await deliver())(owner)[0]?.text);
  expect(await showContestableCase(at(owner, 30), { token })).toMatchObject({
    ...{ side: "replier", outcome: "reply_removed", basis: "rules", isAsked: false },
    origin: { isReported: true, isFiltered: false },
  });
  await contestCase(at(owner, 30), { token, text: "C'est mon adresse publique." });
  await expect(contestCase(at(owner, 30), { token, text: "Encore." })).rejects.toMatchObject({
    code: "conflict",
  });
  const found = await showCase(await office(lea, 31), { reviewId });
  expect(found).toMatchObject({
    answering: "another",
    contests: [{ by: "replier", isOpen: true }],
  });
  const answer = { reviewId, decision: "publish", reason: "Elle est publique." } as const;
  await expect(decideCase(await office(lea, 31), answer)).rejects.toMatchObject({
    code: "forbidden",
  });
  await decideCase(await office(nadia, 31), answer);

  expect(await shown()).toMatchObject({ reply: { text: WORDS } });
  expect(await received()).toMatchObject({ reply: { text: WORDS }, removed: null });
  const mailsTo = await deliver();
  expect(mailsTo(owner)[0]?.subject).toBe("Votre réponse à un avis est rétablie");
  expect(mailsTo(author)[0]?.text).toContain("Elle est publique.");
  expect(await showContestableCase(at(owner, 32), { token })).toBeNull();
});

it("a contested removal that stands is told with what it now stands on, and contested anew", async () => {
  const { owner, reviewId } = await makeAnswered();
  await filterReview(at(owner, 28), { reviewId });
  await decideCase(await office(lea, 29), removal(reviewId));
  const [first] = (await deliver())(owner);
  expect(first?.text).toContain("personne ne nous l'a signalé");
  await contestCase(at(owner, 30), { token: tokenIn(first?.text), text: "Non." });
  await decideCase(await office(nadia, 31), {
    ...removal(reviewId),
    ...{ basis: "misleading", reason: "Elle mène hors du site." },
  });
  const [second] = (await deliver())(owner);
  expect(second?.text).toContain("Elle mène hors du site.");
  expect(second?.text).toContain("article L121-2");
  await contestCase(at(owner, 32), { token: tokenIn(second?.text), text: "Toujours non." });
});

it("what is decided about the review later leaves the reasons of its reply's removal alone", async () => {
  const { author, owner, reviewId, shown, received } = await makeAnswered();
  await decideCase(await office(lea, 28), removal(reviewId));
  await deliver();
  const reader = await world.newClient();
  await reportReview(at(reader, 29), { review: reviewId, reason: "other", text: "Trop dur." });
  await decideCase(await office(lea, 30), {
    ...removal(reviewId),
    ...{ basis: "hate", reason: "L'avis tient." },
  });
  expect(await received()).toMatchObject({ removed: { because: "Elle donne une adresse." } });
  expect(await shown()).toMatchObject({ text: "Décevant.", reply: null });
  const mailsTo = await deliver();
  expect([mailsTo(owner), mailsTo(author)]).toEqual([[], []]);
});

it("there has to be a reply to report or take away, and a ground", async () => {
  const { author, owner, reviewId } = await makeAnswered();
  const { basis, ...without } = removal(reviewId);
  await expect(decideCase(await office(lea, 28), without)).rejects.toMatchObject({
    fields: { basis: [expect.any(String)] },
  });
  await replyToReview(at(owner, 28), { reviewId, text: "" });
  await expect(decideCase(await office(lea, 29), { ...without, basis })).rejects.toMatchObject({
    fields: { decision: ["Cet avis n'a pas de réponse."] },
  });
  const report = { review: reviewId, about: "reply", reason: "other", text: "Non." } as const;
  await expect(reportReview(at(author, 29), report)).rejects.toMatchObject({
    fields: { about: ["Cette réponse n'est plus là."] },
  });
});
