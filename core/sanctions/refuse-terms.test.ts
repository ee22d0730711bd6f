import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext, SUSPENSION } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import type { Context } from "../context.server.ts";
import { dayKey, formatLongDate } from "../dates.ts";
import { DAY } from "../durations.ts";
import { showAccountRecord } from "../records/accounts/show-account-record.server.ts";
import { announceTerms, listTerms, tellOfTerms } from "../terms/announce-terms.server.ts";
import { showChoice } from "./clients/choose-refund.server.ts";
import { tellBookedClients } from "./clients/tell-booked-clients.server.ts";
import { carryOutEndings, endRelationship } from "./close-account.server.ts";
import {
  contestAccountDecision,
  showContestableDecision,
  showOwnNotice,
} from "./contest-account-decision.server.ts";
import { takeNoticeBack } from "./lift-decision.server.ts";
import { acceptTerms, refuseTerms } from "./refuse-terms.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const inDays = (ctx: Context, days: number) => new Date(ctx.now().getTime() + days * DAY);
const later = (ctx: Context, days: number): Context => ({ ...ctx, now: () => inDays(ctx, days) });

/** Terms that change in twenty days, and a professional with a booking after that day. */
async function makeAnnounced() {
  const operator = await makeOperatorContext(await world.context());
  const from = dayKey(inDays(operator, 20));
  const asked = { summary: "La commission passe à 12 %.", from, reason: "Pour un essai." };
  const { id: changeId } = await announceTerms(operator, asked);
  const start = new Date(Math.ceil(+inDays(operator, 30) / 60_000) * 60_000);
  const offer = await world.makeOffer({ spots: 2, start });
  const owner = await world.context(offer.professional.userId);
  const { client } = await world.buy(offer);
  const line = async () => (await listTerms(operator)).find(({ id }) => id === changeId);
  const decision = async () =>
    (await showAccountRecord(operator, { userId: offer.professional.userId })).decisions[0];
  return { operator, changeId, offer, owner, client, line, decision };
}

async function deliver() {
  const received = await receiveMails(await world.context());
  return ({ actor }: Context) =>
    received.filter(({ recipients }) => recipients.includes(String(actor?.email)));
}

test("refused terms end the contract on their day, without a fee, and can be accepted until then (rule: changed-terms)", async () => {
  const { operator, changeId, offer, owner, client, line, decision } = await makeAnnounced();
  await tellOfTerms(owner, { changeId });
  await deliver();
  expect(await line()).toMatchObject({ refusals: [], told: { queued: 0, dropped: 0 } });
  expect((await line())?.told.sent).toBeGreaterThan(0);

  const end = await refuseTerms(owner, { changeId });
  expect(await line()).toMatchObject({ refusals: [{ userId: offer.professional.userId }] });
  expect(await showOwnNotice(owner)).toMatchObject({ isRefusal: true, effectiveAt: end });
  await expect(refuseTerms(owner, { changeId })).rejects.toMatchObject({ code: "conflict" });
  const buyer = await world.newClient();
  await expect(bookSlot(buyer, offer)).rejects.toMatchObject({ code: "slot_unavailable" });
  await tellBookedClients(client, { decisionId: String((await decision())?.id) });
  const told = await deliver();
  const [mail] = told(owner);
  expect(mail?.subject).toContain(formatLongDate(end));
  expect(mail?.text).toContain("sans frais");
  const token = /jeton=([\w.-]+)/.exec(String(told(client)[0]?.text))?.[1] ?? "";
  expect(await showChoice(client, { token })).toMatchObject({ state: "open" });

  // It is theirs: there is nothing to contest, nor for us to take back.
  const { token: link = "" } = (await showOwnNotice(owner)) ?? {};
  expect(await showContestableDecision(owner, { token: link })).toMatchObject({ isRefusal: true });
  await expect(contestAccountDecision(owner, { token: link, text: "Non." })).rejects.toMatchObject({
    code: "conflict",
  });
  const email = String(owner.actor?.email);
  await expect(
    takeNoticeBack(operator, { email, reason: "Non, pas cette fois." }),
  ).rejects.toMatchObject({
    code: "conflict",
  });

  await acceptTerms(owner);
  await expect(acceptTerms(owner)).rejects.toMatchObject({ code: "conflict" });
  expect(await line()).toMatchObject({ refusals: [] });
  expect(await showChoice(client, { token })).toMatchObject({ state: "stands" });
  expect((await deliver())(owner).map(({ subject }) => subject)).toEqual([
    "Votre contrat continue",
  ]);
  await bookSlot(buyer, offer);
});

test("a contract that was refused is over on its day, with the account", async () => {
  const { operator, changeId, offer, owner, line } = await makeAnnounced();
  await refuseTerms(owner, { changeId });
  const { userId } = offer.professional;
  await carryOutEndings(later(owner, 19));
  expect((await showAccountRecord(operator, { userId })).status).toBe("active");
  await carryOutEndings(later(owner, 21));
  expect((await showAccountRecord(operator, { userId })).status).toBe("suspended");
  await expect(acceptTerms(owner)).rejects.toMatchObject({ code: "conflict" });
  expect((await line())?.refusals).toHaveLength(1);
});

test("terms are refused by professionals, before they hold, and not beside another end", async () => {
  const { operator, changeId, owner, client } = await makeAnnounced();
  await expect(refuseTerms(client, { changeId })).rejects.toMatchObject({ code: "forbidden" });
  await expect(refuseTerms(later(owner, 21), { changeId })).rejects.toMatchObject({
    code: "not_found",
  });
  await endRelationship(operator, { ...SUSPENSION, email: String(owner.actor?.email) });
  await expect(refuseTerms(owner, { changeId })).rejects.toMatchObject({ code: "conflict" });
});
