import { afterAll, beforeAll, expect, test } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { HOUR } from "#core/durations.ts";
import * as addresses from "#site/addresses.ts";
import { cookieWith } from "#test/make/browser.ts";
import { contradict } from "#test/make/database.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { openSite, type Site } from "#test/make/site.ts";

const START = new Date("2100-03-05T17:30:00Z");
const now = () => new Date(START.getTime() + 26 * HOUR);

let world: PaymentWorld;
let site: Site;
beforeAll(async () => {
  world = await openPaymentWorld();
  site = await openSite(await world.context(undefined, { now }));
  // These reviews are written after slots of 2100, which the present takes for bookable ones.
  contradict(world.db, "I13");
});
afterAll(async () => {
  await site.close();
  await world.stop();
});

async function makeBooked() {
  const offer = await world.makeActivityOffer({ spots: 6, start: START });
  const user = await makeUser(world.db, {
    ...{ firstName: "Julie", lastName: "Martin", password: "parenthese" },
  });
  const { bookingId } = await world.buy(offer, await world.context(user.id));
  const ctx = await world.context(undefined, { now });
  const { login } = await logIn(ctx, { email: user.email, password: "parenthese" });
  return { ...offer, bookingId, cookie: cookieWith(ctx, login) };
}

async function open(path: string, cookie = "") {
  const answer = await fetch(site.origin + path, { headers: { cookie } });
  return { status: answer.status, html: await answer.text() };
}

test("a review that is written without a script stands where its offering and its professional do, until it is withdrawn", async () => {
  const { bookingId, cookie, activityId, professional } = await makeBooked();
  const path = addresses.ownReview(bookingId);
  const send = async (fields: Record<string, string>) => {
    const answer = await fetch(site.origin + path, {
      ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields) },
      headers: { cookie, origin: site.origin },
    });
    return { status: answer.status, html: await answer.text() };
  };
  expect((await open(addresses.professional(professional.id))).html).not.toContain('id="avis"');
  expect((await open(`${addresses.ownSessions}?type=passees`, cookie)).html).toContain(
    "Donner mon avis",
  );

  const refused = await send({ rating: "", text: "Un <b>moment</b> très doux." });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Choisissez une note de 1 à 5");
  expect(refused.html).toContain("Un &lt;b&gt;moment&lt;/b&gt; très doux.");
  const written = await send({
    rating: "4",
    tags: "Ponctuel",
    text: "Un <b>moment</b> très doux.",
  });
  expect(written.status).toBe(302);
  expect((await open(path, cookie)).html).toContain("Votre avis est publié.");

  const places = [
    addresses.professional(professional.id),
    addresses.reviewsOf(professional.id),
    addresses.activity(activityId),
  ];
  for (const place of places) {
    const { html } = await open(place);
    expect(html, place).toContain("Un &lt;b&gt;moment&lt;/b&gt; très doux.");
    expect(html, place).toContain("Julie M.");
    expect(html, place).toContain("4 sur 5");
    expect(html, place).toContain("Réservation vérifiée");
    expect(html, place).toContain("Séance du 5 mars 2100, avis du 6 mars 2100.");
    expect(html, place).toContain("Nous vérifions la réservation, pas les mots");
  }
  const { html } = await open(addresses.professional(professional.id));
  const [, json = ""] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(json)["@graph"][0]).toMatchObject({
    aggregateRating: { ratingValue: 4, reviewCount: 1 },
    review: [{ author: { name: "Julie M." }, reviewRating: { ratingValue: 4 } }],
  });

  expect((await send({ intent: "withdraw" })).status).toBe(302);
  for (const place of places) expect((await open(place)).html, place).not.toContain("Julie M.");
});

test("the page of a review is its author's alone", async () => {
  const { bookingId } = await makeBooked();
  const other = await makeBooked();
  expect((await open(addresses.ownReview(bookingId), other.cookie)).status).toBe(404);
  const { html } = await open(addresses.ownReview(bookingId));
  expect(html).not.toContain("Publier mon avis");
});
