import { afterAll, beforeAll, expect, test } from "vitest";
import { mailRefusals, mails } from "#core/tables.server.ts";
import { newId, shortenId } from "#platform/ids.server.ts";
import { NOW } from "#test/make/context.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { openSite, type Site } from "#test/make/site.ts";

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

/** A reminder that was sent, as the code of its link. */
async function makeReminder(): Promise<string> {
  const { email } = await makeUser(world.db);
  const id = newId();
  await world.db.insert(mails).values({
    ...{ id, kind: "booking-reminder", reference: id, toAddress: email },
    ...{ status: "sent", createdAt: NOW, sentAt: NOW },
  });
  return shortenId(id);
}
const refusals = () => world.db.$count(mailRefusals);

test("opening the link of a mail changes nothing; its button ends such mails, and takes that back (rule: mail-topics)", async () => {
  const path = `${site.origin}/desabonnement/${await makeReminder()}`;
  const send = async (intent: string) => {
    const body = new URLSearchParams({ intent });
    const answer = await fetch(path, { method: "POST", headers: { origin: site.origin }, body });
    return answer.text();
  };
  const shown = await fetch(path);
  expect(shown.headers.get("cache-control")).toContain("no-store");
  expect(await shown.text()).toContain("Rappels de mes réservations");
  expect(await refusals()).toBe(0);
  expect(await send("stop")).toContain("Vous ne les recevrez plus");
  expect(await refusals()).toBe(1);
  expect(await send("resume")).toContain("Ne plus recevoir ces e-mails");
  expect(await refusals()).toBe(0);
  const dead = await fetch(`${site.origin}/desabonnement/${"x".repeat(22)}`);
  expect(await dead.text()).toContain("plus valable");
});

test("a mail program ends them with one click, from wherever it is (RFC 8058)", async () => {
  const call = `${site.origin}/api/v1/unsubscribe/${await makeReminder()}`;
  const read = await fetch(call, { redirect: "manual" });
  expect(read.headers.get("location")).toMatch(/^\/desabonnement\/[\w-]{22}$/);
  expect(await refusals()).toBe(0);
  const clicked = await fetch(call, {
    method: "POST",
    headers: { origin: "https://courrier.example.fr" },
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(clicked.status).toBe(204);
  expect(await refusals()).toBe(1);
});
