import { afterAll, beforeAll, expect, test } from "vitest";
import { callerOf } from "#test/make/api.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

test("the calls about professionals, from a client to a payment account", async () => {
  const { id: userId } = await makeUser(world.db);
  const call = async (name: string, body: object) =>
    callerOf(await world.context(userId))("POST", `/functions${name}`, body);
  const account = { businessName: "Atelier", businessType: "non_profit", country: "BE" };
  expect(await call("/create-connected-account", account)).toMatchObject({
    status: 403,
    body: { error: { code: "forbidden", message: "Profil professionnel requis" } },
  });

  const businessData = { businessName: "Atelier", businessDescription: "Calme.", siret: null };
  const end = { userId, businessData, planType: "enterprise_yearly" };
  const { businessName: _, ...nameless } = businessData;
  expect(
    await call("/finalize-professional-profile", { ...end, businessData: nameless }),
  ).toMatchObject({
    status: 422,
    body: {
      error: {
        message: "Veuillez remplir les champs obligatoires",
        fields: { businessName: ["Ce champ est obligatoire"] },
      },
    },
  });
  expect(await call("/finalize-professional-profile", { ...end, userId: "autrui" })).toMatchObject({
    status: 403,
  });
  for (const created of [true, false]) {
    expect(await call("/finalize-professional-profile", end)).toEqual({
      status: 200,
      body: { success: true, created },
    });
  }

  expect(await call("/create-connected-account", { ...account, country: "US" })).toMatchObject({
    status: 422,
    body: { error: { code: "invalid_input", fields: { country: expect.any(Array) } } },
  });
  const charged = { ...account, vatStatus: "charged" };
  expect(await call("/create-connected-account", charged)).toMatchObject({
    status: 422,
    body: { error: { fields: { vatNumber: ["Ce champ est obligatoire"] } } },
  });
  const answered = { ...charged, vatNumber: "BE 0123.456.789" };
  for (const body of [account, answered]) {
    expect(await call("/create-connected-account", body)).toEqual({
      status: 200,
      body: { onboardingUrl: expect.stringContaining("/setup/e/acct_") },
    });
  }
});
