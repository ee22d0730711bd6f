import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { generateSlots } from "#core/catalogue/schedule/generate-slots.server.ts";
import { toParis } from "#core/dates.ts";
import { offerings, scheduleExceptions, slots } from "#core/tables.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { openSite } from "#test/make/site.ts";

dataTest(
  "the coming public holidays are left out before a slot is made on them",
  async ({ db }) => {
    const user = await makeUser(db, {
      ...{ isPro: true, email: "ines@example.fr", password: "parenthese" },
    });
    await makePlan(db, { userId: user.id, planType: "free" });
    await makeProfessional(db, { user });
    const ctx = makeContext(db);
    const { origin, close } = await openSite(ctx);
    onTestFinished(close);
    const { login } = await logIn(ctx, { email: "ines@example.fr", password: "parenthese" });
    const headers = { origin, cookie: cookieWith(ctx, login) };
    const page = async (path: string) => (await fetch(origin + path, { headers })).text();
    const send = (path: string, fields: Record<string, string>) =>
      fetch(origin + path, {
        ...{ method: "POST", redirect: "manual" as const, headers },
        body: new URLSearchParams({
          ...{ title: "Yoga du soir", description: "Une heure pour souffler.", category: "Yoga" },
          ...{ sessionType: "individual", price: "20", duration: "60", place: "online" },
          ...{ startTime: "18:30", ...fields },
        }),
      });
    const fridays = async () => {
      const made = await db.select().from(slots);
      await db.delete(slots);
      return made.map(({ startDatetime }) => toParis(startDatetime)).sort();
    };
    const christmas = /name="leftOut"[^>]*value="2026-12-25"/;
    expect(await page("/ajouter-session")).toMatch(christmas);
    const weekly = { rhythm: "weekly", recurringDays: "friday", leftOut: "2026-12-25" };
    // What was ticked comes back with a refusal.
    const refused = await send("/ajouter-session", { ...weekly, startTime: "" });
    expect(await refused.text()).toMatch(/checked=""[^>]*value="2026-12-25"/);
    expect((await send("/ajouter-session", { ...weekly, intent: "create" })).status).toBe(302);
    const [made] = await db.select().from(offerings);
    const id = String(made?.id);
    await generateSlots(ctx, { kind: "session", id });
    const starts = await fridays();
    expect(starts).toContain("2026-12-18T18:30");
    expect(starts).toContain("2027-01-01T18:30");
    expect(starts).not.toContain("2026-12-25T18:30");
    expect(await db.select().from(scheduleExceptions)).toMatchObject([
      { day: "2026-12-25", starts: null, why: "holiday" },
    ]);
    // One that comes again has a page for them, one that begins to is asked as a new one is.
    const edition = `/sessions/${id}/edit`;
    expect(await page(edition)).not.toMatch(christmas);
    await send(edition, { intent: "edit", version: "1", rhythm: "once" });
    await db.delete(scheduleExceptions);
    expect(await page(edition)).toMatch(christmas);
    await send(edition, { ...weekly, intent: "edit", version: "2" });
    await generateSlots(ctx, { kind: "session", id });
    expect(await fridays()).toEqual(starts);
  },
);
