import { RouterContextProvider } from "react-router";
import { expect } from "vitest";
import type { Context } from "#core/context.server.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeUser } from "#test/make/people.ts";
import { requestContext } from "../../context.server.ts";
import { action } from "./abonnement.ts";

/** The address that « Gérer mon abonnement » leads to, and its toast. */
async function ask(ctx: Context) {
  const context = new RouterContextProvider();
  context.set(requestContext, ctx);
  const answer = await action({ context } as unknown as Parameters<typeof action>[0]);
  const toast = /toast=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
  return {
    to: answer.headers.get("location"),
    says: toast && JSON.parse(decodeURIComponent(toast)).text,
  };
}

dataTest("what goes wrong with the portal is said on the profile", async ({ db }) => {
  const user = await makeUser(db, { isPro: true });
  // Nobody answers at the provider's address.
  const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
  expect(await ask(ctx)).toEqual({
    to: "/profil",
    says: "L'espace client du prestataire s'ouvre avec un abonnement payant.",
  });
  await makePlan(db, {
    userId: user.id,
    planType: "premium",
    stripeCustomerId: "cus_1",
    stripeSubscriptionId: "sub_1",
  });
  expect(await ask(ctx)).toEqual({
    to: "/profil",
    says: "Erreur lors de l'ouverture du portail client. Veuillez réessayer.",
  });
  expect(await ask(makeContext(db))).toEqual({
    to: "/connexion?suite=%2Fprofil",
    says: undefined,
  });
});
