import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { updateProfile } from "#core/accounts/profile/update-profile.server.ts";
import { cookieWith, withLogin } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { openSite } from "#test/make/site.ts";

dataTest("an edit that would undo another one says so above the form", async ({ db }) => {
  await makeUser(db, { email: "julie@example.fr", password: "parenthese" });
  const ctx = makeContext(db);
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  const { login } = await logIn(ctx, { email: "julie@example.fr", password: "parenthese" });
  const save = async (version: string) => {
    const answer = await fetch(`${origin}/editer-profil`, {
      ...{ method: "POST", redirect: "manual" },
      headers: { origin, cookie: cookieWith(ctx, login) },
      body: new URLSearchParams({ firstName: "Juliette", lastName: "Martin", version }),
    });
    return { status: answer.status, html: await answer.text() };
  };
  await updateProfile(await withLogin(ctx, login), { firstName: "Julia", version: 1 });
  const refused = await save("1");
  expect(refused.status).toBe(409);
  const [, said = ""] = /role="alert"[\s\S]*?>([^<]*Votre profil[^<]*)</.exec(refused.html) ?? [];
  expect(said).toMatch(/^Votre profil a été modifié entre-temps\./);
  expect(refused.html.indexOf(said)).toBeLessThan(refused.html.indexOf('name="firstName"'));
  // It stays, where a toast would go.
  expect(refused.html).not.toContain(">Erreur<");

  // The next one is sent knowingly.
  expect((await save("2")).status).toBe(302);
});
