import { sql } from "drizzle-orm";
import { expect } from "vitest";

import { cookieOf } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { logIn } from "./log-in.server.ts";
import { logOut } from "./log-out.server.ts";

const person = { email: "camille@example.fr", password: "tisane-verte" };

dataTest("the browser is cleared even when the login cannot be closed", async ({ db }) => {
  const ctx = makeContext(db);
  await makeUser(db, person);
  const { setCookie } = await logIn(ctx, person);
  await db.execute(sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise 'the login cannot be closed'; end $$`);
  await db.execute(sql`create trigger refuse before delete on logins
    for each row execute function refuse()`);
  const out = await logOut(ctx, { cookie: cookieOf(setCookie), authorization: null });
  expect(out.setCookie.join()).toContain("Max-Age=0");
});
