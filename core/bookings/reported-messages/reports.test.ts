import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import type { Context } from "../../context.server.ts";
import { contestCase, showContestableCase } from "../../moderation/cases/contest-case.server.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { messageReports } from "../../tables.server.ts";
import { showQueue } from "../../work-queue/show-queue.server.ts";
import {
  countUnread,
  listConversations,
  showBookingMessages,
} from "../messages/show-booking-messages.server.ts";
import { writeBookingMessage } from "../messages/write-booking-message.server.ts";
import { decideMessageCase, showMessageCase } from "./decide-message-case.server.ts";
import { reportBookingMessage, showReportableMessage } from "./report-booking-message.server.ts";
import { MESSAGE_REPORTS_PER_HOUR } from "./rules.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const TEXT = "Payez-moi plutôt par virement.";
const report = (message: string) => ({
  ...{ message, reason: "soliciting" as const },
  text: "Il demande à être payé hors du site.",
});

/** A booking with a message from its professional to its client. */
async function makeWritten() {
  const offer = await world.makeOffer({ spots: 3 });
  const owner = await world.context(offer.professional.userId);
  const { client, bookingId } = await world.buy(offer);
  const { letterId } = await writeBookingMessage(owner, { bookingId, text: TEXT });
  return { client, owner, bookingId, letterId };
}

/** The mails about reported messages that arrive now, by their readers. */
async function deliver() {
  const received = await receiveMails(await world.context());
  return (ctx: Context) =>
    received.filter(
      ({ recipients, subject }) =>
        recipients.includes(String(ctx.actor?.email)) &&
        /signalement|message (est|reste)/.test(String(subject)),
    );
}

const findWork = async (operator: Context, id: string) =>
  (await showQueue(operator, {})).works.find((work) => work.id === id);

describe("a reported message (rule: reported-messages)", () => {
  it("is taken away by the operator, and both sides are told why", async () => {
    const { client, owner, bookingId, letterId } = await makeWritten();
    const operator = await makeOperatorContext(await world.context());
    await expect(showMessageCase(operator, { messageId: letterId })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await showReportableMessage(client, { message: letterId })).toMatchObject({
      ...{ bookingId, text: TEXT },
    });
    const { reportId } = await reportBookingMessage(client, report(letterId));
    expect(await reportBookingMessage(client, report(letterId))).toEqual({ reportId });
    expect(await countUnread(client)).toBe(1);
    expect(await findWork(operator, letterId)).toMatchObject({
      ...{ kind: "letter", context: `« ${TEXT} »` },
    });
    expect(await showMessageCase(operator, { messageId: letterId })).toMatchObject({
      ...{ text: TEXT, isRemoved: false, reports: [{ reason: "soliciting", outcome: null }] },
    });

    const reason = "Un paiement hors du site n'est protégé par rien.";
    await decideMessageCase(operator, {
      messageId: letterId,
      decision: "remove",
      basis: "rules",
      reason,
    });
    for (const side of [client, owner]) {
      const { messages } = await showBookingMessages(side, { bookingId });
      expect(messages.map(({ text }) => text)).toEqual([""]);
      expect((await listConversations(side)).conversations[0]?.last.text).toBe("");
    }
    expect(await countUnread(client)).toBe(0);
    expect(await findWork(operator, letterId)).toBeUndefined();
    const mailsTo = await deliver();
    const [told] = mailsTo(client);
    expect(told?.text).toContain(reason);
    const [author, ...more] = mailsTo(owner);
    expect(more).toEqual([]);
    expect(author?.subject).toContain("Votre message est retiré");
    expect(author?.text).toContain(reason);
    const [act] = await listActsOn(operator, { kind: "letter", id: letterId });
    expect(act).toMatchObject({ act: "letter_removed", details: { reason } });
    const again = { messageId: letterId, decision: "keep" as const, reason };
    await expect(decideMessageCase(operator, again)).rejects.toMatchObject({ code: "conflict" });
    await expect(reportBookingMessage(client, report(letterId))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("that is kept stands, and only who reported it is told", async () => {
    const { client, owner, bookingId, letterId } = await makeWritten();
    const operator = await makeOperatorContext(await world.context());
    await reportBookingMessage(client, report(letterId));
    const decision = { messageId: letterId, decision: "keep" as const, reason: "Il est poli." };
    await decideMessageCase(operator, decision);
    const { messages } = await showBookingMessages(client, { bookingId });
    expect(messages.map(({ text }) => text)).toEqual([TEXT]);
    const mailsTo = await deliver();
    const [told] = mailsTo(client);
    expect(told?.text).toContain("Il est poli.");
    expect(mailsTo(owner)).toEqual([]);
    // Somebody may object again, for another reason.
    await reportBookingMessage(client, { ...report(letterId), reason: "insulting" });
    expect(await findWork(operator, letterId)).toBeDefined();
  });

  it("is acknowledged, and each side contests what was decided, by the link of its mail", async () => {
    const { client, owner, bookingId, letterId } = await makeWritten();
    const operator = await makeOperatorContext(await world.context());
    await reportBookingMessage(client, report(letterId));
    expect((await deliver())(client)[0]?.subject).toContain("Nous avons reçu votre signalement");
    const decide = (decision: "keep" | "remove", basis?: "rules") =>
      decideMessageCase(operator, {
        messageId: letterId,
        decision,
        basis,
        reason: "Nous l'avons relu.",
      });
    await expect(decide("remove")).rejects.toMatchObject({ fields: { basis: expect.any(Array) } });
    await decide("remove", "rules");
    const told = (await deliver())(owner)[0]?.text ?? "";
    expect(told).toContain("Les règles de publication");
    const token = /jeton=([\w.-]+\w)/.exec(told)?.[1] ?? "";
    expect(await showContestableCase(owner, { token })).toMatchObject({
      ...{ side: "author", letterId, outcome: "removed", basis: "rules" },
    });
    await contestCase(owner, { token, text: "C'était une plaisanterie." });
    expect(await findWork(operator, letterId)).toMatchObject({ within: "7 jours" });
    expect(await showMessageCase(operator, { messageId: letterId })).toMatchObject({
      contests: [{ by: "author", text: "C'était une plaisanterie.", isOpen: true }],
    });
    await expect(decide("keep")).rejects.toMatchObject({ code: "forbidden" });
    const kept = { messageId: letterId, decision: "keep", reason: "Nous l'avons relu." } as const;
    await decideMessageCase(await makeOperatorContext(await world.context()), kept);
    const { messages } = await showBookingMessages(client, { bookingId });
    expect(messages.map(({ text }) => text)).toEqual([TEXT]);
    const mailsTo = await deliver();
    expect(mailsTo(owner)[0]?.subject).toContain("de nouveau lisible");
    const answer = mailsTo(client)[0]?.text ?? "";
    expect(answer).toContain("reste dans vos messages");
    const other = /jeton=([\w.-]+\w)/.exec(answer)?.[1] ?? "";
    await contestCase(client, { token: other, text: "Ce n'en était pas une." });
    expect(await findWork(operator, letterId)).toBeDefined();
    await decide("remove", "rules");
    expect(await findWork(operator, letterId)).toBeUndefined();
    const second = await deliver();
    expect(second(client)[0]?.text).toContain("Vous aviez contesté notre première décision");
    const removed = second(owner)[0]?.text ?? "";
    expect(removed).toContain("Notre première décision a été contestée");
    const last = /jeton=([\w.-]+\w)/.exec(removed)?.[1] ?? "";
    await contestCase(owner, { token: last, text: "Relisez-le encore." });
    const upheld = { ...kept, decision: "remove", basis: "rules" } as const;
    await decideMessageCase(await makeOperatorContext(await world.context()), upheld);
    const [answered] = (await deliver())(owner);
    expect(answered?.subject).toContain("Votre message reste retiré");
    expect(answered?.text).toContain("nous l'avons relue, et elle est maintenue");
  });

  it("is its reader's alone to report, with a reason and words", async () => {
    const { client, owner, letterId } = await makeWritten();
    const stranger = await world.newClient();
    for (const [who, code] of [
      [owner, "not_found"],
      [stranger, "not_found"],
      [await world.context(), "unauthenticated"],
    ] as const) {
      await expect(reportBookingMessage(who, report(letterId))).rejects.toMatchObject({ code });
    }
    await expect(reportBookingMessage(client, report(randomUUID()))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      reportBookingMessage(client, { ...report(letterId), reason: "boring" as never, text: " " }),
    ).rejects.toMatchObject({
      fields: { reason: ["Choisissez une raison"], text: [expect.any(String)] },
    });
    expect(await world.db.$count(messageReports, eq(messageReports.letterId, letterId))).toBe(0);
  });

  it("is limited by sender", async () => {
    const { client, letterId } = await makeWritten();
    for (let count = 0; count < MESSAGE_REPORTS_PER_HOUR; count += 1) {
      await reportBookingMessage(client, report(letterId));
    }
    await expect(reportBookingMessage(client, report(letterId))).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});
