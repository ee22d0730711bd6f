import { describe, expect } from "vitest";
import { DAY, HOUR } from "#core/durations.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { receiveMails, tokenIn } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../../context.server.ts";
import { applyRetention } from "../../privacy/apply-retention.server.ts";
import { alertGuests, alertLinks, alerts } from "../../tables.server.ts";
import { noteCandidates } from "../finds/note-candidates.server.ts";
import { tellAlerts } from "../finds/tell-alerts.server.ts";
import { keepAlert, listAlerts } from "../keep-alert.server.ts";
import { ALERT_LINK_LIFE, GUEST_ALERT_LIFE, MAX_GUEST_ALERTS } from "../rules.ts";
import {
  askForAlert,
  followAlertLink,
  keepGuestAlert,
  readAlertLink,
  showGuestAlerts,
  stopGuestAlerts,
} from "./keep-guest-alert.server.ts";

const EMAIL = "margaux@example.fr";
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const at = (ctx: Context, when: Date): Context => ({ ...ctx, now: () => when });

/** The mails that this address gets at that instant. */
async function receive(ctx: Context, when = NOW, address = EMAIL) {
  return (await receiveMails(at(ctx, when))).filter(({ recipients }) =>
    recipients.includes(address),
  );
}

/** Asks for an alert and follows its link. @returns the code of the guest's page. */
async function keepAsGuest(ctx: Context, conditions: object): Promise<string> {
  await askForAlert(ctx, { ...conditions, email: EMAIL });
  const [mail] = await receive(ctx);
  return (await followAlertLink(ctx, { token: tokenIn(mail) })).code;
}

async function offer(ctx: Context, when = later(30 * HOUR)) {
  const slot = await makeSlot(ctx.db as Database, { start: when });
  return slot;
}

describe("an alert of somebody without an account (rule: guest-alerts)", () => {
  dataTest("is told once the link was followed, and not before", async ({ db }) => {
    const ctx = makeContext(db);
    await askForAlert(ctx, { category: "Yoga", place: "Lyon", email: "Margaux@Example.fr" });
    await offer(ctx);
    await noteCandidates(ctx);
    expect(await tellAlerts(ctx)).toBe(0);
    const [asked, ...more] = await receive(ctx);
    expect(more).toEqual([]);
    expect(asked?.subject).toBe("Confirmez votre alerte : Yoga");
    expect(asked?.text).toContain("10 km autour de Lyon");
    const token = tokenIn(asked);
    expect(await readAlertLink(ctx, { token })).toMatchObject({ code: null });
    expect(await db.$count(alerts)).toBe(0);
    const { code } = await followAlertLink(ctx, { token });
    await expect(followAlertLink(ctx, { token })).rejects.toMatchObject({ code: "invalid_token" });
    expect(await readAlertLink(ctx, { token })).toMatchObject({ code });

    const session = await makeSession(db, { title: "Yin yoga" });
    await makeSlot(db, { session, start: later(31 * HOUR) });
    await noteCandidates(ctx);
    expect(await tellAlerts(ctx)).toBe(1);
    const [told] = await receive(ctx);
    expect(told?.subject).toContain("Yin yoga");
    expect(told?.text).toContain(`/alertes/invite/${code}`);
    const header = (name: string) => told?.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toContain(`/api/v1/alerts/guests/${code}/stop`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  dataTest("is asked for by one mail a day and mailbox, whoever has it", async ({ db }) => {
    const user = await makeUser(db, { email: "camille@example.fr" });
    for (const email of [EMAIL, user.email]) {
      const ctx = makeContext(db);
      await askForAlert(ctx, { q: "reiki", email });
      await askForAlert(ctx, { q: "yoga", email });
      await askForAlert(ctx, { q: "yoga", email: email.replace("@", "+autre@") });
      expect(await receive(ctx, NOW, email)).toHaveLength(1);
      await askForAlert(at(ctx, later(DAY)), { q: "yoga", email });
      expect(await receive(ctx, later(DAY), email)).toHaveLength(1);
    }
    expect(await db.$count(alertLinks)).toBe(4);
    expect(await db.$count(alertGuests)).toBe(0);
  });

  dataTest("is refused beside the fields that make no sense", async ({ db }) => {
    const ctx = makeContext(db);
    await expect(askForAlert(ctx, { place: "Xqzzzt", email: "personne" })).rejects.toMatchObject({
      fields: { place: [expect.any(String)], email: [expect.any(String)] },
    });
    await expect(askForAlert(ctx, { q: "yoga" })).rejects.toMatchObject({
      fields: { email: [expect.any(String)] },
    });
    expect(await db.$count(alertLinks)).toBe(0);
  });

  dataTest(
    "is one of three, kept and stopped on their page; the address goes last",
    async ({ db }) => {
      const ctx = makeContext(db);
      const code = await keepAsGuest(ctx, { q: "reiki" });
      await keepGuestAlert(ctx, { code, q: "yoga" });
      await keepGuestAlert(ctx, { code, q: "yoga" });
      await keepGuestAlert(ctx, { code, q: "massage" });
      await expect(keepGuestAlert(ctx, { code, q: "encore" })).rejects.toMatchObject({
        code: "conflict",
      });
      const [first, ...others] = await showGuestAlerts(ctx, { code });
      expect(others).toHaveLength(MAX_GUEST_ALERTS - 1);
      await stopGuestAlerts(ctx, { code, alertId: String(first?.id) });
      expect(await showGuestAlerts(ctx, { code })).toEqual(others);
      await stopGuestAlerts(ctx, { code });
      await stopGuestAlerts(ctx, { code });
      expect([await db.$count(alerts), await db.$count(alertGuests)]).toEqual([0, 0]);
      await expect(showGuestAlerts(ctx, { code })).rejects.toMatchObject({ code: "invalid_token" });
      await expect(keepGuestAlert(ctx, { code, q: "yoga" })).rejects.toMatchObject({
        code: "invalid_token",
      });
    },
  );

  dataTest("belongs to the account with that address from its first look on", async ({ db }) => {
    const ctx = makeContext(db);
    const code = await keepAsGuest(ctx, { q: "reiki" });
    await keepGuestAlert(ctx, { code, category: "Yoga" });
    const [user, stranger] = [await makeUser(db, { email: EMAIL }), await makeUser(db)];
    const own = makeContext(db, { actor: await actorOf(db, user.id) });
    const other = makeContext(db, { actor: await actorOf(db, stranger.id) });
    expect(await listAlerts(other)).toEqual([]);
    await keepAlert(own, { q: "reiki" });
    expect((await listAlerts(own)).map(({ conditions }) => conditions.q)).toEqual(["reiki", ""]);
    expect(await db.$count(alertGuests)).toBe(0);
    await expect(showGuestAlerts(ctx, { code })).rejects.toMatchObject({ code: "invalid_token" });
    await offer(ctx);
    await noteCandidates(ctx);
    expect(await tellAlerts(ctx)).toBe(1);
    expect((await receive(ctx))[0]?.text).not.toContain(code);
  });

  dataTest("is forgotten when nobody confirms it, and ends after a year", async ({ db }) => {
    const ctx = makeContext(db);
    const code = await keepAsGuest(ctx, { q: "reiki" });
    await askForAlert(at(ctx, later(2 * DAY)), { q: "yoga", email: "autre@example.fr" });
    await applyRetention(at(ctx, later(ALERT_LINK_LIFE)));
    expect((await db.select().from(alertLinks)).map(({ email }) => email)).toEqual([
      "autre@example.fr",
    ]);
    await applyRetention(at(ctx, later(ALERT_LINK_LIFE + 2 * DAY)));
    expect(await db.$count(alertLinks)).toBe(0);
    expect(await showGuestAlerts(ctx, { code })).toHaveLength(1);
    await applyRetention(at(ctx, later(GUEST_ALERT_LIFE)));
    expect([await db.$count(alerts), await db.$count(alertGuests)]).toEqual([0, 0]);
  });
});
