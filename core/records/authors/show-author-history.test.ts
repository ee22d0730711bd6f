import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contradict } from "#test/make/database.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { writeBookingMessage } from "../../bookings/messages/write-booking-message.server.ts";
import { decideMessageCase } from "../../bookings/reported-messages/decide-message-case.server.ts";
import { reportBookingMessage } from "../../bookings/reported-messages/report-booking-message.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { decideContent } from "../../moderation/decide-content.server.ts";
import { reportContent } from "../../moderation/report-content.server.ts";
import { decideCase } from "../../reviews/reports/decide-case.server.ts";
import { reportReview } from "../../reviews/reports/report-review.server.ts";
import { writeReview } from "../../reviews/write-review.server.ts";
import { showAuthorHistory } from "./show-author-history.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // These reviews are written after slots of 2100, which the present takes for bookable ones.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());

const START = new Date("2100-03-05T17:30:00Z");
const later = <C extends Context>(ctx: C): C => ({
  ...ctx,
  now: () => new Date(START.getTime() + 26 * HOUR),
});
const reason = "Un paiement hors du site n'est protégé par rien.";
const text = "Il demande à être payé hors du site.";

/** A booking whose sides have both been reported: its message, its review, its offering. */
async function makeReported() {
  const offer = await world.makeOffer({ start: START });
  const owner = await world.context(offer.professional.userId);
  const { client, bookingId } = await world.buy(offer);
  const { letterId } = await writeBookingMessage(owner, { bookingId, text: "Par virement ?" });
  await reportBookingMessage(client, { message: letterId, reason: "soliciting", text });
  const contentId = offer.sessionId;
  await reportContent(await world.context(), {
    ...{ content: contentId, email: "lectrice@example.fr", reason: "other", goodFaith: true },
    text,
  });
  return { offer, client, bookingId, letterId, contentId };
}

describe("what else of an author's was reported", () => {
  it("is told of offerings, pages and messages: those that wait, then decisions", async () => {
    const { offer, letterId, contentId } = await makeReported();
    const operator = await makeOperatorContext(await world.context(), ["assistance"], "Nadia");
    await decideMessageCase(operator, {
      messageId: letterId,
      decision: "remove",
      basis: "rules",
      reason,
    });
    const { userId, id: professionalId } = offer.professional;
    const decided = {
      ...{ kind: "letter", id: letterId, by: "professional", name: expect.any(String) },
      decision: { act: "letter_removed", reason, operator: "Nadia" },
    };
    const waits = { kind: "content", id: contentId, by: null, decision: null };
    expect(await showAuthorHistory(operator, { userId, except: professionalId })).toMatchObject({
      author: { booked: 0, business: { booked: 1, totalReviews: 0, isVerified: false } },
      cases: [waits, decided],
    });
    expect(await showAuthorHistory(operator, { userId, except: contentId })).toMatchObject({
      cases: [decided],
    });
    const hidden = { contentId, decision: "hidden", basis: "rules", reason: text } as const;
    await decideContent(operator, hidden);
    expect(await showAuthorHistory(operator, { userId, except: letterId })).toMatchObject({
      cases: [{ ...waits, decision: { act: "content_hidden", reason: text, operator: "Nadia" } }],
    });
  });

  it("is told of a client's reviews, and nothing of the other side's", async () => {
    const { client, bookingId, letterId } = await makeReported();
    const operator = await makeOperatorContext(await world.context(), ["assistance"]);
    const userId = String(client.actor?.userId);
    expect(await showAuthorHistory(operator, { userId, except: letterId })).toMatchObject({
      ...{ author: { booked: 1, business: null }, cases: [] },
    });
    const review = { bookingId, rating: 1, text: "Décevant." };
    const { reviewId } = await writeReview(later(client), review);
    await reportReview(later(await world.context()), {
      ...{ review: reviewId, reason: "insulting", text },
    });
    const history = async () =>
      (await showAuthorHistory(operator, { userId, except: letterId })).cases;
    expect(await history()).toMatchObject([{ kind: "review", id: reviewId, decision: null }]);
    await decideCase(operator, { reviewId, decision: "refuse", basis: "rules", reason });
    expect(await history()).toMatchObject([
      { kind: "review", id: reviewId, decision: { act: "review_refused", reason } },
    ]);
  });
});
