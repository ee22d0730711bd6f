import { expect } from "vitest";
import { profiles } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { callerOf } from "#test/make/api.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";

async function ask(db: Database, userId: string, body: object) {
  const ctx = makeContext(db, { actor: await actorOf(db, userId) });
  return callerOf(ctx)("POST", "/rpc/request_account_deletion", body);
}

dataTest("an account is deleted by a program, or its deletion asked for", async ({ db }) => {
  const client = await makeUser(db, { password: "parenthese" });
  const other = { user_id: newId(), password: "parenthese" };
  expect(await ask(db, client.id, other)).toMatchObject({ status: 403 });
  expect(await ask(db, client.id, {})).toMatchObject({
    body: { error: { fields: { password: ["Veuillez saisir votre mot de passe"] } } },
  });
  expect(await ask(db, client.id, { password: "un-autre" })).toMatchObject({
    status: 422,
    body: { error: { fields: { password: ["Mot de passe incorrect."] } } },
  });
  const own = { password: "parenthese" };
  expect(await ask(db, client.id, own)).toEqual({ status: 200, body: "deleted" });
  const [left] = await db.select().from(profiles);
  expect(left).toMatchObject({ accountStatus: "deleted", firstName: "Compte", phone: null });

  const user = await makeUser(db, { isPro: true, ...own });
  const { userId } = await makeProfessional(db, { user });
  expect(await ask(db, userId, { user_id: userId, ...own })).toEqual({
    status: 200,
    body: "requested",
  });
});
