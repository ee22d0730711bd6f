import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { slotPrices, slots } from "#core/tables.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeSession } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { openSite } from "#test/make/site.ts";

/** The fields of a form; one that is null is not sent. */
const toBody = (fields: Record<string, string | null>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
  );

const plain = (html: string) =>
  html
    .replaceAll("&#x27;", "'")
    .replaceAll(/<!-- -->/g, "")
    .replaceAll(/[\s\u00a0\u202f]+/g, " ");

dataTest("a place with a price that falls is published without scripts", async ({ db }) => {
  const user = await makeUser(db, {
    ...{ isPro: true, email: "ines@example.fr", password: "parenthese" },
  });
  const professional = await makeProfessional(db, { user });
  const session = await makeSession(db, { professional, priceCents: 6_000, capacity: 1 });
  const ctx = makeContext(db);
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  const { login } = await logIn(ctx, { email: "ines@example.fr", password: "parenthese" });
  const headers = { origin, cookie: cookieWith(ctx, login) };
  const form = plain(await (await fetch(`${origin}/agenda/publier`, { headers })).text());
  for (const text of [
    "Tout est prêt. Changez ce qui doit l'être.",
    "Le prix habituel de cette séance.",
    "Jamais moins que le plancher.",
    "Modifier les paliers",
    "Ce que vos clients verront",
    "Le message à partager",
    'name="price" value="60,00"',
    'name="fallFloor" value="36,00"',
    'name="fallHours1" ',
  ]) {
    expect(form).toContain(text);
  }
  const send = async (changes: Record<string, string | null>) => {
    const answer = await fetch(`${origin}/agenda/publier`, {
      ...{ method: "POST", redirect: "manual", headers },
      body: toBody({
        ...{ offeringId: session.id, day: "today", time: "18:00", minutes: "60" },
        ...{ price: "60", falls: "1", fallFloor: "38" },
        ...{ fallHours1: "24", fallPercent1: "10", fallHours2: "6", fallPercent2: "25" },
        ...changes,
      }),
    });
    const to = answer.headers.get("location") ?? "";
    return { status: answer.status, html: plain(await answer.text()), to };
  };
  const refused = await send({ fallPercent2: "5", fallFloor: "61,00" });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Chaque étape vient après la précédente, avec un prix plus bas.");
  expect(refused.html).toContain('name="fallFloor" value="61,00"');
  const dear = await send({ fallFloor: "61,00" });
  expect(dear.html).toContain("Le plancher doit être inférieur au prix");
  expect(await db.$count(slots)).toBe(0);

  const { status, to } = await send({});
  expect(status).toBe(302);
  expect(await db.$count(slotPrices)).toBe(2);
  const published = plain(await (await fetch(origin + to, { headers })).text());
  expect(published).toContain(">En ligne</h1>");
  // It is ten o'clock, so that only the first step holds.
  expect(published).toContain("Une place se libère ce soir à 18:00");
  expect(published).toContain("54,00 €.");
  // Unticked, nothing falls, whatever the rows say.
  expect((await send({ falls: null, time: "20:00" })).status).toBe(302);
  expect(await db.$count(slotPrices)).toBe(2);
});

dataTest(
  "an offering chosen without scripts shows its own price before it is published",
  async ({ db }) => {
    const user = await makeUser(db, {
      ...{ isPro: true, email: "ines@example.fr", password: "parenthese" },
    });
    const professional = await makeProfessional(db, { user });
    const shown = await makeSession(db, { professional, title: "Yoga", priceCents: 1_900 });
    const lesson = { title: "Cours particulier", priceCents: 4_000, duration: 45 };
    const chosen = await makeSession(db, { professional, ...lesson });
    const ctx = makeContext(db);
    const { origin, close } = await openSite(ctx);
    onTestFinished(close);
    const { login } = await logIn(ctx, { email: "ines@example.fr", password: "parenthese" });
    const headers = { origin, cookie: cookieWith(ctx, login) };
    const send = async (changes: Record<string, string>) => {
      const answer = await fetch(`${origin}/agenda/publier`, {
        ...{ method: "POST", redirect: "manual", headers },
        body: toBody({
          ...{ shownFor: shown.id, offeringId: chosen.id, day: "today", time: "18:00" },
          ...{ minutes: "60", price: "19", ...changes },
        }),
      });
      return answer.headers.get("location") ?? "";
    };
    const form = plain(await (await fetch(origin + (await send({})), { headers })).text());
    expect(await db.$count(slots)).toBe(0);
    expect(form).toContain(`name="shownFor" value="${chosen.id}"`);
    expect(form).toContain('name="price" value="40,00"');
    expect(form).toContain('value="18:00"');
    await send({ shownFor: chosen.id, minutes: "45", price: "40" });
    expect(await db.select({ of: slots.offeringId, cents: slots.priceCents }).from(slots)).toEqual([
      { of: chosen.id, cents: null },
    ]);
    // An address as long as this would be no header that a browser reads.
    expect(await send({ offeringId: "a@".repeat(10_000) })).toBe("/agenda/publier");
  },
);

dataTest(
  "a form that midnight overtakes publishes for the day that its reader saw",
  async ({ db }) => {
    const user = await makeUser(db, {
      ...{ isPro: true, email: "ines@example.fr", password: "parenthese" },
    });
    const session = await makeSession(db, { professional: await makeProfessional(db, { user }) });
    const evening = makeContext(db, { now: new Date("2026-11-20T22:59:00Z") });
    const night = makeContext(db, { now: new Date("2026-11-20T23:01:00Z") });
    const { login } = await logIn(evening, { email: "ines@example.fr", password: "parenthese" });
    const [before, after] = [await openSite(evening), await openSite(night)];
    for (const { close } of [before, after]) onTestFinished(close);
    const headers = { origin: after.origin, cookie: cookieWith(evening, login) };
    const form = await (await fetch(`${before.origin}/agenda/publier`, { headers })).text();
    const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const answer = await fetch(`${after.origin}/agenda/publier`, {
      ...{ method: "POST", redirect: "manual", headers },
      body: toBody({
        ...Object.fromEntries(hidden.map(([, name, value]) => [name, value ?? ""])),
        ...{ offeringId: session.id, day: "tomorrow", tomorrowTime: "18:00", minutes: "60" },
      }),
    });
    expect(answer.status).toBe(302);
    expect(await db.select({ start: slots.startDatetime }).from(slots)).toEqual([
      { start: new Date("2026-11-21T17:00:00Z") },
    ]);
  },
);
