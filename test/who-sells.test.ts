import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { HOUR } from "#core/durations.ts";
import { refreshListings } from "#core/listings/refresh-listings.server.ts";
import { cents } from "#core/money.ts";
import { sellerForm } from "#core/professionals/rules.ts";
import { bookingLinks, offerings, taxDetails } from "#core/tables.server.ts";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { cookieWith } from "./make/browser.ts";
import { makeSession, makeSlot } from "./make/catalogue.ts";
import { openPaymentWorld, type PaymentWorld } from "./make/payments.ts";
import { makeProfessional, makeUser } from "./make/people.ts";
import { openSite, type Site } from "./make/site.ts";

let world: PaymentWorld;
let site: Site;
beforeAll(async () => {
  world = await openPaymentWorld();
  site = await openSite(await world.context());
});
afterAll(async () => {
  await site.close();
  await world.stop();
});

async function open(path: string, cookie = ""): Promise<string> {
  const answer = await fetch(site.origin + path, { headers: { cookie } });
  expect(answer.status, path).toBe(200);
  return answer.text();
}

/** What stands in the folded lines, as text. */
function mentionsOf(html: string): string {
  const [folded = ""] =
    /<details[^>]*><summary[^>]*>Mentions du praticien.*?<\/details>/.exec(html) ?? [];
  return folded
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR);

/** A professional who has declared everything, with a session and a slot of it. */
async function makeSeller() {
  const professional = await makeProfessional(world.db, {
    ...{ businessName: "Studio Lilas", siret: "73282932000074", businessPhone: "04 78 00 00 00" },
    ...{ businessAddress: "12 rue des Lilas", businessPostalCode: "69003", businessCity: "Lyon" },
  });
  await world.simulator.makeAccount(String(professional.stripeConnectAccountId));
  await world.db.insert(taxDetails).values({
    ...{ professionalId: professional.id, legalForm: "person", legalName: "Inès Lefort" },
    ...{ address: "3 rue Privée", postalCode: "69100", city: "Villeurbanne", country: "FR" },
    ...{ birthDate: "1984-05-21", taxNumber: "3023217600053", accountCountry: "FR" },
    updatedAt: new Date(),
  });
  const session = await makeSession(world.db, { professional, priceCents: 3_000 });
  const slot = await makeSlot(world.db, { session, start: inDays(5), now: new Date() });
  return { professional, session, slot };
}

describe("before an order stands who sells (rule: who-sells)", () => {
  test("folded on the page of an offering, without street and telephone", async () => {
    const { session } = await makeSeller();
    const html = await open(`/session/${session.id}`);
    const said = mentionsOf(html);
    for (const one of [
      "Inès Lefort",
      "Studio Lilas",
      "Entrepreneur individuel",
      "73282932000074",
    ]) {
      expect(said).toContain(one);
    }
    expect(said).toContain("69003 Lyon");
    expect(said).toContain("Pour lui écrire");
    for (const hidden of ["12 rue des Lilas", "3 rue Privée", "Villeurbanne", "04 78 00 00 00"]) {
      expect(html).not.toContain(hidden);
    }
    expect(html).toContain("Le droit de rétractation ne s");
  });

  test("and says what was not declared", async () => {
    const professional = await makeProfessional(world.db, { businessName: "Studio Neuf" });
    const session = await makeSession(world.db, { professional });
    const said = mentionsOf(await open(`/session/${session.id}`));
    expect(said).toContain("Nom d'activité Studio Neuf");
    for (const term of ["Nom légal", "Forme juridique", "SIRET"]) {
      expect(said).toContain(`${term} Non renseigné`);
    }
  });

  test("by the link that a guest gets, which orders", async () => {
    const { session, slot } = await makeSeller();
    const [id, secret] = [newId(), newSecret()];
    await world.db.insert(bookingLinks).values({
      ...{ id, secretHash: hashSecret(secret), email: "a@example.fr", mailbox: "a@example.fr" },
      ...{ kind: "session", offeringId: session.id, slotId: slot.id, expiresAt: inDays(1) },
    });
    const html = await open(`/reservation?jeton=${id}.${secret}`);
    expect(mentionsOf(html)).toContain("Inès Lefort");
    expect(html).toContain("Le droit de rétractation ne s");
  });

  test("beside the hours of a move, where one is paid for", async () => {
    const { session, slot } = await makeSeller();
    const client = await makeUser(world.db, { password: "parenthese" });
    const ctx = await world.context(client.id);
    const offer = { sessionId: session.id, slotId: slot.id };
    const { bookingId } = await world.buy(offer, ctx);
    const { login } = await logIn(ctx, { email: client.email, password: "parenthese" });
    const cookie = cookieWith(ctx, login);
    const page = addresses.moveBooking(bookingId);
    await makeSlot(world.db, { session, start: inDays(6), now: new Date() });
    expect(mentionsOf(await open(page, cookie))).toBe("");
    await world.db.transaction(async (tx) => {
      const dearer = { priceCents: cents(9_000) };
      await tx.update(offerings).set(dearer).where(eq(offerings.id, session.id));
      await refreshListings(tx, [session.id], new Date());
    });
    const html = await open(page, cookie);
    expect(mentionsOf(html)).toContain("Inès Lefort");
    expect(html).toContain("Le droit de rétractation ne s");
  });
});

test.each([
  ["person", null, "individual"],
  ["person", "company", "individual"],
  ["firm", "company", "company"],
  ["firm", "individual", "firm"],
  ["firm", null, "firm"],
  [null, "non_profit", "non_profit"],
  [null, null, null],
] as const)("somebody who is a %s with an account of %s is said to be %s", (legal, type, form) => {
  expect(sellerForm(legal, type)).toBe(form);
});
