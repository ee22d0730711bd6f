import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { logins } from "#core/tables.server.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { logIn, logOut } from "./log-in.server.ts";

const person = { email: "camille@example.fr", password: "tisane-verte" };

dataTest(
  "a login that cannot be closed is no error, for the browser forgets it",
  async ({ db }) => {
    const ctx = makeContext(db);
    await makeUser(db, person);
    const { login } = await logIn(ctx, person);
    await db.execute(sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise 'the login cannot be closed'; end $$`);
    await db.execute(sql`create trigger refuse before delete on logins
    for each row execute function refuse()`);
    await logOut(ctx, { login, authorization: null });
    expect(await db.$count(logins)).toBe(1);
  },
);
