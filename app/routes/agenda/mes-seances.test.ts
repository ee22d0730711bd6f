import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { offeringDrafts, offerings } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeSession } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { openSite } from "#test/make/site.ts";

async function openBrowser(db: Database) {
  const user = await makeUser(db, {
    ...{ isPro: true, email: "ines@example.fr", password: "parenthese" },
  });
  await makePlan(db, { userId: user.id });
  const professional = await makeProfessional(db, { user });
  const ctx = makeContext(db);
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  const { login } = await logIn(ctx, { email: "ines@example.fr", password: "parenthese" });
  const headers = { origin, cookie: cookieWith(ctx, login) };
  const show = async (path: string) => {
    const html = await (await fetch(origin + path, { headers })).text();
    return html.replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
  };
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(origin + path, {
      ...{ method: "POST", redirect: "manual", headers },
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, to: answer.headers.get("location"), html: await answer.text() };
  };
  const textOf = (html: string, name: string) => {
    const [input = ""] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
    return /value="([^"]*)"/.exec(input)?.[1] ?? "";
  };
  return { professional, show, send, textOf };
}

dataTest("a draft is saved half typed, listed, taken up and published", async ({ db }) => {
  const { show, send, textOf } = await openBrowser(db);
  const form = await show("/ajouter-session");
  const draftId = textOf(form, "draftId");
  const typed = { draftId, title: "Yoga à finir", price: "quatorze", cle: textOf(form, "cle") };
  expect(await send("/ajouter-session", { ...typed, intent: "create", draft: "1" })).toMatchObject({
    ...{ status: 302, to: "/mes-seances?etat=brouillon" },
  });
  expect(await db.select().from(offeringDrafts)).toMatchObject([
    { id: draftId, title: "Yoga à finir", fields: { title: "Yoga à finir", price: "quatorze" } },
  ]);
  const list = await show("/mes-seances?etat=brouillon");
  expect(list).toContain("Yoga à finir");
  expect(list).toContain(`href="/ajouter-session?brouillon=${draftId}"`);
  const again = await show(`/ajouter-session?brouillon=${draftId}`);
  expect(textOf(again, "title")).toBe("Yoga à finir");
  expect(textOf(again, "price")).toBe("quatorze");
  expect(textOf(again, "draftId")).toBe(draftId);
  const whole = {
    ...{ draftId, cle: textOf(again, "cle"), intent: "create", title: "Yoga fini" },
    ...{ description: "Une heure pour souffler.", category: "Yoga", sessionType: "individual" },
    ...{ price: "40", duration: "60", place: "here", address: "3 rue Mercière", city: "Lyon" },
    ...{ postalCode: "69002", rhythm: "once", date: "2026-12-01", startTime: "18:00" },
  };
  // Refused, it stays a draft.
  expect((await send("/ajouter-session", { ...whole, price: "" })).status).toBe(400);
  expect(await db.$count(offeringDrafts)).toBe(1);
  const published = await send("/ajouter-session", whole);
  expect(published.html).toBe("");
  expect(published.status).toBe(302);
  expect(await db.$count(offerings)).toBe(1);
  expect(await db.$count(offeringDrafts)).toBe(0);
});

dataTest("an offering is copied, paused, archived and put on line by forms", async ({ db }) => {
  const { professional, show, send, textOf } = await openBrowser(db);
  const { id } = await makeSession(db, { professional, title: "Yoga doux" });
  const act = (intent: string, extra = {}) =>
    send("/mes-seances", { intent, kind: "session", offeringId: id, ...extra });
  const key = textOf(await show("/mes-seances"), "cle");
  const first = await act("copy", { cle: key });
  expect(first.to).toMatch(/^\/sessions\/.+\/edit$/);
  // The same tap again leads to the same copy.
  expect((await act("copy", { cle: key })).to).toBe(first.to);
  expect(await db.$count(offerings)).toBe(2);
  expect(await show("/mes-seances?etat=en-pause")).toContain("Yoga doux (copie)");
  await act("deactivate");
  await act("archive");
  expect(await show("/mes-seances")).not.toContain(">Yoga doux<");
  expect(await show("/mes-seances?etat=archivee")).toContain(">Yoga doux<");
  await act("activate");
  expect(await show("/mes-seances?etat=en-ligne")).toContain(">Yoga doux<");
});

dataTest("a draft is deleted from the list", async ({ db }) => {
  const { show, send, textOf } = await openBrowser(db);
  const draftId = textOf(await show("/ajouter-activite"), "draftId");
  const path = "/mes-seances";
  expect(draftId || "not granted").toBe("not granted");
  const own = textOf(await show("/ajouter-session"), "draftId");
  await send("/ajouter-session", { draft: "1", draftId: own, title: "Yoga" });
  expect(await send(path, { intent: "discard", draftId: own })).toMatchObject({ status: 302 });
  expect(await db.$count(offeringDrafts)).toBe(0);
});
