import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { logins } from "#core/tables.server.ts";
import { LEFT_COOKIE, LOGIN_COOKIE } from "#site/cookies.ts";
import { cookieWith } from "./make/browser.ts";
import { makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { makeUser } from "./make/people.ts";
import { openSite } from "./make/site.ts";

const EMAIL = "julie@example.fr";
const LEFT = `${LEFT_COOKIE}=1`;

dataTest("who logged out without reaching us is nobody, at every door", async ({ db }) => {
  await makeUser(db, { email: EMAIL, firstName: "Julie", password: "parenthese" });
  const { origin, close } = await openSite(makeContext(db));
  onTestFinished(close);
  const logIn = async (cookie: string) => {
    const answer = await fetch(`${origin}/connexion`, {
      ...{ method: "POST", redirect: "manual", headers: { origin, cookie } },
      body: new URLSearchParams({ intent: "log-in", email: EMAIL, password: "parenthese" }),
    });
    return answer.headers.getSetCookie();
  };
  const loginIn = (cookies: string[]) =>
    cookies.find((value) => value.includes(LOGIN_COOKIE))?.split(";")[0] ?? "";
  const ask = (path: string, cookie: string) => fetch(origin + path, { headers: { cookie } });

  const first = loginIn(await logIn(""));
  expect(await (await ask("/profil", first)).text()).toContain("Julie");
  const left = await ask("/profil", `${first}; ${LEFT}`);
  expect(await left.text()).not.toContain("Julie");
  const cleared = left.headers.getSetCookie();
  expect(cleared.find((value) => value.includes(LOGIN_COOKIE))).toMatch(/Max-Age=0/i);
  expect(cleared.find((value) => value.startsWith(LEFT_COOKIE))).toMatch(/Max-Age=0/i);
  expect(await db.$count(logins)).toBe(0);
  expect(await (await ask("/profil", first)).text()).not.toContain("Julie");

  // A mark that is still there undoes no login that comes after it.
  const opened = await logIn(LEFT);
  const second = loginIn(opened);
  expect(opened.find((value) => value.startsWith(LEFT_COOKIE))).toMatch(/Max-Age=0/i);
  expect(await (await ask("/profil", second)).text()).toContain("Julie");
  expect((await ask("/api/v1/profile", `${second}; ${LEFT}`)).status).toBe(401);
});

dataTest("a login is renewed together with its cookie, at most once a day", async ({ db }) => {
  await makeUser(db, { email: EMAIL, password: "parenthese" });
  let now = new Date("2026-11-20T09:00:00Z");
  const ctx = makeContext(db, { now: () => now });
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  const { login } = await logIn(ctx, { email: EMAIL, password: "parenthese" });
  const cookie = cookieWith(ctx, login);
  const given = async () =>
    (await fetch(`${origin}/profil`, { headers: { cookie } })).headers
      .getSetCookie()
      .filter((value) => value.includes(LOGIN_COOKIE));
  expect(await given()).toEqual([]);
  now = new Date("2026-11-22T09:00:00Z");
  expect(await given()).toEqual([expect.stringContaining(`${cookie}; Max-Age=2592000;`)]);
  expect(await given()).toEqual([]);
});
