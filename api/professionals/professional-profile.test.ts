import { expect } from "vitest";
import { callerOf } from "#test/make/api.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";

const business = {
  business_name: "Atelier du souffle",
  business_description: "Une salle claire.",
  business_city: "Lyon",
  siret: "73282932000074",
};

dataTest("programs read, create once and change their own (rule: own-fields)", async ({ db }) => {
  const user = await makeUser(db, { isPro: true });
  const other = await makeUser(db);
  const call = callerOf(makeContext(db, { actor: await actorOf(db, user.id) }));
  const ask = (method: string, body?: unknown) => call(method, "/professional-profile", body);

  expect(await ask("GET")).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  expect(await ask("PATCH", {})).toMatchObject({ status: 404 });
  expect(await ask("POST", { ...business, user_id: other.id })).toMatchObject({ status: 403 });
  expect(await ask("POST", { ...business, business_name: " " })).toMatchObject({
    status: 422,
    body: { error: { fields: { business_name: ["Ce champ est obligatoire"] } } },
  });
  const created = await ask("POST", { ...business, user_id: user.id });
  expect(created).toMatchObject({
    status: 201,
    body: { ...business, user_id: user.id, business_phone: null, is_verified: false, rating: 0 },
  });
  expect(await ask("POST", business)).toMatchObject({ status: 409 });
  expect(await ask("GET")).toMatchObject({ status: 200, body: created.body });

  for (const forbidden of [
    "is_verified",
    "rating",
    "total_reviews",
    "stripe_connect_account_id",
    "can_receive_charges",
    "charges_enabled",
    "id",
    "created_at",
  ]) {
    const answer = await ask("PATCH", { business_name: "Autre", [forbidden]: true });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { fields: { [forbidden]: ["Champ inconnu"] } } },
    });
  }
  expect(await ask("PATCH", { user_id: other.id, business_name: "Autre" })).toMatchObject({
    status: 403,
  });
  expect(await ask("PATCH", { business_city: "", siret: null })).toMatchObject({
    status: 200,
    body: { ...business, business_city: null, siret: null },
  });
});
