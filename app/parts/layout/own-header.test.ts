import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { openSite } from "#test/make/site.ts";

async function openAs(db: Database, email: string) {
  const ctx = makeContext(db);
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  const { login } = await logIn(ctx, { email, password: "parenthese" });
  const headers = { origin, cookie: cookieWith(ctx, login) };
  return async (path: string) => {
    const html = await (await fetch(origin + path, { headers })).text();
    // What is drawn, without the data that the scripts take over.
    return html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
  };
}

const UNFINISHED = "Terminez votre profil professionnel";

dataTest("whoever came to sell reads on every page what is left to do, once", async ({ db }) => {
  await makeUser(db, { isPro: true, email: "ines@example.fr", password: "parenthese" });
  const show = await openAs(db, "ines@example.fr");
  for (const path of ["/", "/mes-sessions", "/sessions", "/agenda", "/profil"]) {
    expect((await show(path)).split(UNFINISHED), path).toHaveLength(2);
  }
});

dataTest("who has a professional profile has money and messages in the header", async ({ db }) => {
  const user = await makeUser(db, {
    ...{ isPro: true, email: "ines@example.fr", password: "parenthese" },
  });
  await makeProfessional(db, { user });
  const show = await openAs(db, "ines@example.fr");
  const page = await show("/aide");
  expect(page).not.toContain(UNFINISHED);
  const linksIn = (name: string) => {
    const [, nav = ""] = page.split(`aria-label="${name}"`);
    return [...(nav.split("</nav>")[0] ?? "").matchAll(/href="([^"]+)"/g)].map(([, to]) => to);
  };
  expect(linksIn("Principale")).toEqual([
    ...["/agenda", "/mes-seances", "/profil/revenus", "/profil", "/messages"],
  ]);
  expect(linksIn("Menu")).toContain("/praticiens");
  expect(await show("/profil/revenus")).toContain('href="/chiffres"');
});
