import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext, SUSPENSION } from "#test/make/operators.ts";
import { makeClient, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { logIn } from "../accounts/logins/log-in.server.ts";
import { signLink } from "../accounts/logins/sign-login.server.ts";
import { issueTokens } from "../accounts/tokens/issue-tokens.server.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import type { Context } from "../context.server.ts";
import { formatLongDate } from "../dates.ts";
import { DAY } from "../durations.ts";
import { APPEAL_TIME } from "../moderation/rules.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { ANOTHER_ANSWERS } from "../operators/acts/rules.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { actOnAccount } from "../records/accounts/act-on-account.server.ts";
import { accountDecisions, profiles } from "../tables.server.ts";
import { showQueue } from "../work-queue/show-queue.server.ts";
import { chooseRefund, showChoice } from "./clients/choose-refund.server.ts";

import { tellBookedClients } from "./clients/tell-booked-clients.server.ts";
import { carryOutEndings, endRelationship, suspendAccount } from "./close-account.server.ts";
import {
  contestAccountDecision,
  purgeDecisions,
  showContestableDecision,
  showOwnNotice,
} from "./contest-account-decision.server.ts";
import { reopenAccount, takeNoticeBack, upholdDecision } from "./lift-decision.server.ts";
import { ENDING_NOTICE } from "./rules.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const FACTS = "Le diplôme remis le 3 mars est un faux.";
const linkIn = (text: unknown) => /jeton=([\w.-]+)/.exec(String(text))?.[1] ?? "";

/** The mails that arrive now, to one reader. */
async function deliver() {
  const received = await receiveMails(await world.context());
  return (to: string) => received.filter(({ recipients }) => recipients.includes(to));
}

/** The context of somebody so many milliseconds later. */
async function delayed(milliseconds: number, userId?: string): Promise<Context> {
  const ctx = await world.context(userId);
  return { ...ctx, now: () => new Date(ctx.now().getTime() + milliseconds) };
}

/** A professional with somebody who has paid for one of their slots. */
async function makeBooked(start?: Date) {
  const offer = await world.makeOffer({ spots: 3, ...(start && { start }) });
  const owner = await world.context(offer.professional.userId);
  const clientId = await makeClient(world.db);
  const client = await world.context(clientId);
  const { bookingId } = await world.buy(offer, client);
  const operator = await makeOperatorContext(await world.context());
  const email = String(owner.actor?.email);
  return { offer, owner, email, client, bookingId, operator };
}
type Booked = Awaited<ReturnType<typeof makeBooked>>;

const newestDecision = async ({ offer }: Pick<Booked, "offer">) => {
  const rows = await world.db
    .select()
    .from(accountDecisions)
    .where(eq(accountDecisions.userId, offer.professional.userId));
  const newest = rows.sort((one, other) => +other.decidedAt - +one.decidedAt)[0];
  if (!newest) throw new Error("no decision");
  return newest;
};
const statusOf = async ({ offer }: Pick<Booked, "offer">) =>
  (
    await world.db
      .select({ status: profiles.accountStatus })
      .from(profiles)
      .where(eq(profiles.id, offer.professional.userId))
  )[0]?.status;
const findWork = async (operator: Context, id: string) =>
  (await showQueue(operator, {})).works.find((work) => work.kind === "account" && work.id === id);

describe("a suspended account that logs in (rule: account-decision)", () => {
  dataTest("is told so after the right password alone, at both doors", async ({ db }) => {
    const typed = { email: "camille@example.fr", password: "parenthese" };
    await makeUser(db, typed);
    const ctx = makeContext(db);
    await suspendAccount({ ...ctx, operator: COMMAND_LINE }, { ...SUSPENSION, email: typed.email });
    for (const enter of [logIn, issueTokens]) {
      await expect(enter(ctx, { ...typed, password: "perenthase" })).rejects.toMatchObject({
        code: "invalid_credentials",
      });
      const refusal = await enter(ctx, typed).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: "account_suspended",
        message: expect.stringContaining(`suspendu depuis le ${formatLongDate(ctx.now())}`),
      });
      const { about: token } = refusal as { about: string };
      expect(await showContestableDecision(ctx, { token })).toMatchObject({
        facts: SUSPENSION.reason,
      });
    }
  });
});

describe("a suspension (rules: account-decision, booked-clients-choose)", () => {
  it("states facts, ground, source and ways out, is contested, and answered", async () => {
    const { operator, owner, email, offer } = await makeBooked();
    const { userId } = offer.professional;
    const reasons = { basis: "forgery", source: "told", reason: FACTS };
    await expect(
      actOnAccount(operator, { userId, decision: "suspend", reason: FACTS }),
    ).rejects.toMatchObject({ fields: { basis: [expect.any(String)] } });
    await actOnAccount(operator, { userId, decision: "suspend", ...reasons });
    const [mail] = (await deliver())(email).filter(({ subject }) => subject?.includes("suspendu"));
    for (const words of [FACTS, "441-1", "signalement", "médiateur", "juge", "maintenues"]) {
      expect(mail?.text).toContain(words);
    }
    const token = linkIn(mail?.text);
    expect(await showContestableDecision(owner, { token })).toMatchObject({ isContested: false });
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect(await showContestableDecision(owner, { token: forged })).toBeNull();
    const late = await delayed(APPEAL_TIME + DAY);
    expect(await showContestableDecision(late, { token })).toBeNull();

    const visitor = await world.context();
    await contestAccountDecision(visitor, { token, text: "L'école peut vous répondre." });
    await expect(contestAccountDecision(visitor, { token, text: "Encore." })).rejects.toMatchObject(
      {
        code: "conflict",
      },
    );
    expect(await findWork(operator, userId)).toMatchObject({ within: "7 jours" });
    await actOnAccount(operator, { userId, decision: "uphold", reason: "L'école dit non." });
    expect(await findWork(operator, userId)).toBeUndefined();
    const [upheld] = (await deliver())(email).filter(({ subject }) => subject?.includes("relu"));
    expect(upheld?.text).toContain("L'école dit non.");

    await actOnAccount(operator, { userId, decision: "reopen", reason: "Nous nous trompions." });
    const [reopened] = (await deliver())(email).filter((one) => one.subject?.includes("rouvert"));
    expect(reopened?.text).toContain("Nous nous trompions.");
    expect(await showContestableDecision(visitor, { token })).toMatchObject({ isLifted: true });
    const acts = (await listActsOn(operator, { kind: "account", id: userId })).map(
      ({ act }) => act,
    );
    expect(acts).toEqual(["account_reopened", "decision_upheld", "account_suspended"]);
  });

  it("lets clients keep or be refunded in full, once told", async () => {
    const booked = await makeBooked();
    const { operator, client, email, bookingId } = booked;
    await suspendAccount(operator, { ...SUSPENSION, email });
    const { id: decisionId } = await newestDecision(booked);
    await tellBookedClients(client, { decisionId });
    await tellBookedClients(client, { decisionId });
    const told = (await deliver())(String(client.actor?.email)).filter(({ subject }) =>
      subject?.includes("à garder ou à annuler"),
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("40");
    expect(told[0]?.text).not.toContain(SUSPENSION.reason);
    const token = linkIn(told[0]?.text);
    const visitor = await world.context();
    expect(await showChoice(visitor, { token })).toMatchObject({ state: "open" });
    await chooseRefund(visitor, { token, choice: "kept" });
    expect(await showChoice(visitor, { token })).toMatchObject({ state: "kept" });
    await chooseRefund(visitor, { token, choice: "refunded" });
    expect(await showChoice(visitor, { token })).toMatchObject({ state: "refunded" });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "professional" },
      payment: { status: "refunding" },
    });
    const ended = (await deliver())(String(client.actor?.email)).at(-1);
    expect(ended?.text).toContain("Vous avez choisi de ne pas la garder.");
    expect(ended?.text).not.toContain("a dû annuler");
    await expect(chooseRefund(visitor, { token, choice: "kept" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("ends the choice once it is lifted: who still has the booking is told that it takes place", async () => {
    const booked = await makeBooked();
    const { operator, client, email, offer } = booked;
    const { client: other } = await world.buy(offer);
    await suspendAccount(operator, { ...SUSPENSION, email });
    const { id: decisionId } = await newestDecision(booked);
    await tellBookedClients(client, { decisionId });
    const mailed = await deliver();
    const told = mailed(String(client.actor?.email)).at(-1);
    const refunded = linkIn(mailed(String(other.actor?.email)).at(-1)?.text);
    await chooseRefund(other, { token: refunded, choice: "refunded" });
    await deliver();
    await reopenAccount(operator, { email, reason: "Pour un essai." });
    await tellBookedClients(client, { decisionId });
    await tellBookedClients(client, { decisionId });
    const relieved = await deliver();
    expect(relieved(String(client.actor?.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("a lieu comme prévu"),
    ]);
    expect(relieved(String(other.actor?.email))).toEqual([]);
    const token = linkIn(told?.text);
    expect(await showChoice(client, { token })).toMatchObject({ state: "stands" });
    await expect(chooseRefund(client, { token, choice: "refunded" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("refunds everybody at once where the operator chooses so", async () => {
    const booked = await makeBooked();
    const { operator, client, email, bookingId } = booked;
    await suspendAccount(operator, { ...SUSPENSION, email, booked: "refunded" });
    await tellBookedClients(client, { decisionId: (await newestDecision(booked)).id });
    const ended = (await deliver())(String(client.actor?.email)).at(-1);
    expect(ended?.text).toContain("nous avons annulé votre réservation");
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled" },
      payment: { status: "refunding" },
    });
  });
});

describe("the end of a relationship (rule: ending-notice)", () => {
  it("comes after thirty days in which nothing is sold beyond it, and can be taken back", async () => {
    const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + ENDING_NOTICE + 5 * DAY);
    const booked = await makeBooked(start);
    const { operator, owner, client, email, offer, bookingId } = booked;
    const buyer = await world.newClient();
    const near = await world.makeOffer({ professional: offer.professional });
    const end = await endRelationship(operator, { ...SUSPENSION, email, reason: FACTS });
    expect(+end - Date.now()).toBeGreaterThan(ENDING_NOTICE - DAY);
    await expect(
      endRelationship(operator, { ...SUSPENSION, email, reason: FACTS }),
    ).rejects.toMatchObject({ code: "conflict" });
    await expect(bookSlot(buyer, offer)).rejects.toMatchObject({ code: "slot_unavailable" });
    const own = { professional: offer.professional.id };
    expect((await searchSessions(buyer, own)).sessions.map(({ id }) => id)).toEqual([
      near.sessionId,
    ]);
    const [mail] = (await deliver())(email).filter(({ subject }) => subject?.includes("relation"));
    for (const words of [FACTS, formatLongDate(end), "trente jours"]) {
      expect(mail?.text).toContain(words);
    }
    expect(await showOwnNotice(owner)).toMatchObject({ facts: FACTS, isContested: false });
    await tellBookedClients(client, { decisionId: (await newestDecision(booked)).id });
    const told = (await deliver())(String(client.actor?.email)).at(-1);
    expect(await showChoice(client, { token: linkIn(told?.text) })).toMatchObject({
      ...{ state: "open", measure: "ended" },
    });

    await takeNoticeBack(operator, { email, reason: "Le faux n'en était pas un." });
    const [back] = (await deliver())(email).filter(({ subject }) => subject?.includes("continue"));
    expect(back?.text).toContain("Le faux n'en était pas un.");
    expect(await showOwnNotice(owner)).toBeNull();
    await carryOutEndings(await delayed(ENDING_NOTICE + DAY));
    expect(await statusOf(booked)).toBe("active");
    await bookSlot(buyer, offer);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });

  it("closes the account at its date, whose owner may still contest", async () => {
    const booked = await makeBooked();
    const { operator, owner, email } = booked;
    await endRelationship(operator, { ...SUSPENSION, email, reason: FACTS });
    await carryOutEndings(await delayed(ENDING_NOTICE - DAY));
    expect(await statusOf(booked)).toBe("active");
    const end = await delayed(ENDING_NOTICE + DAY);
    await carryOutEndings(end);
    await carryOutEndings(end);
    expect(await statusOf(booked)).toBe("suspended");
    const decision = await newestDecision(booked);
    const token = await signLink(owner, "account-decision", decision.id);
    await contestAccountDecision(end, { token, text: "Relisez." });
    const lifting = { email, reason: "Nous avons relu." };
    const refused = { code: "forbidden", message: ANOTHER_ANSWERS };
    await expect(upholdDecision(operator, lifting)).rejects.toMatchObject(refused);
    await expect(reopenAccount(operator, lifting)).rejects.toMatchObject(refused);
    // Somebody without the role is nobody who could.
    const another = await makeOperatorContext(await world.context(), ["administration"]);
    await reopenAccount(another, lifting);
    expect(await statusOf(booked)).toBe("active");
    expect(await findWork(operator, booked.offer.professional.userId)).toBeUndefined();
    await purgeDecisions(owner, new Date(Date.now() + 2 * ENDING_NOTICE));
    expect(await world.db.$count(accountDecisions, eq(accountDecisions.id, decision.id))).toBe(0);
  });

  it("comes at once only where the law allows it, which is told", async () => {
    const booked = await makeBooked();
    const { operator, email } = booked;
    const asked = { ...SUSPENSION, email, reason: FACTS, urgency: "fraud" as const };
    await endRelationship(operator, asked);
    expect(await statusOf(booked)).toBe("suspended");
    const [mail] = (await deliver())(email).filter(({ subject }) => subject?.includes("relation"));
    expect(mail?.text).toContain("sans préavis, parce que les faits relèvent de la fraude");
  });

  it("is for professionals alone", async () => {
    const operator = await makeOperatorContext(await world.context());
    const client = await world.newClient();
    const email = String(client.actor?.email);
    await expect(endRelationship(operator, { ...SUSPENSION, email })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
