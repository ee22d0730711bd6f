import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMail } from "#core/notifications/enqueue-mail.server.ts";
import { chooseGuestPlan, choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import { professionalSubscriptions, subscriptionCheckouts } from "#core/tables.server.ts";
import { contradict } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** The mails that arrived at this address since the last look, as plain text. */
async function mailsTo(address: string) {
  return (await receiveMails(await world.context()))
    .filter((mail) => mail.recipients.includes(address))
    .map(({ subject, text }) => ({ subject, words: (text ?? "").replaceAll(/\s+/g, " ") }));
}

async function payFor(email: string): Promise<void> {
  const rows = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.buyerEmail, email))
    .orderBy(subscriptionCheckouts.createdAt);
  await world.simulator.pay(String(rows.at(-1)?.checkoutSessionId));
}

test("whoever can sell already is told to publish at once", async () => {
  const { professional } = await world.makeOffer();
  const ctx = await world.context(professional.userId);
  const email = String(ctx.actor?.email);
  await choosePlan(ctx, { planType: "premium" });
  await payFor(email);
  const [confirmed] = await mailsTo(email);
  expect(confirmed?.words).toContain("Vous pouvez publier vos créneaux dès maintenant.");
});

test("a subscription is confirmed, owed, ended and given back in words of its own", async () => {
  const { id, email } = await makeUser(world.db, { isPro: true });
  const ctx = await world.context(id);
  await choosePlan(ctx, { planType: "premium_6months" });
  await payFor(email);
  const [confirmed] = await mailsTo(email);
  expect(confirmed?.subject).toBe("Votre abonnement Premium est actif");
  expect(confirmed?.words).toContain(
    "71,64 € TTC (59,70 € HT) pour 6 mois, puis 23,88 € TTC (19,90 € HT) par mois",
  );
  expect(confirmed?.words).toContain("50 sessions par mois");
  expect(confirmed?.words).not.toContain("compte existant");
  // Profile and payment account come before the first slot.
  expect(confirmed?.words).toContain("il vous reste à compléter votre profil professionnel");
  expect(confirmed?.words).not.toContain("dès maintenant");

  await chooseGuestPlan(await world.context(), { planType: "premium", email });
  await payFor(email);
  const [returned] = await mailsTo(email);
  expect(returned?.subject).toBe("Votre second abonnement est remboursé");
  expect(returned?.words).toContain("remboursé intégralement");

  const [row] = await world.db
    .select()
    .from(professionalSubscriptions)
    .where(eq(professionalSubscriptions.userId, id));
  const data = { subscriptionId: String(row?.id) };
  const become = (changes: Partial<typeof professionalSubscriptions.$inferInsert>) =>
    world.db
      .update(professionalSubscriptions)
      .set(changes)
      .where(eq(professionalSubscriptions.userId, id));
  const cancelled = { kind: "subscription-cancelled", to: email, data } as const;
  await enqueueMail(ctx, world.db, { ...cancelled, reference: "1" });
  // The choice was taken up again before the mail left.
  expect(await mailsTo(email)).toEqual([]);
  await become({ cancelAt: new Date("2027-05-20T10:00:00Z") });
  await enqueueMail(ctx, world.db, { ...cancelled, reference: "2" });
  const [calledOff] = await mailsTo(email);
  expect(calledOff?.subject).toBe("Votre abonnement Premium prend fin le jeudi 20 mai 2027");
  expect(calledOff?.words).toContain("reste actif jusqu'au jeudi 20 mai 2027 à 12:00");

  await become({ status: "past_due", pastDueSince: new Date("2027-03-05T17:30:00Z") });
  const failed = { kind: "subscription-renewal-failed", to: email, data } as const;
  await enqueueMail(ctx, world.db, { ...failed, reference: "in_1" });
  const [owed] = await mailsTo(email);
  expect(owed?.subject).toBe("Le paiement de votre abonnement Premium a échoué");
  expect(owed?.words).toContain("reste active jusqu'au vendredi 12 mars à 18:30");

  // It was paid before the mail left, which is pointless now.
  await enqueueMail(ctx, world.db, { ...failed, reference: "in_2" });
  await become({ status: "canceled" });
  // This test looks at the mail alone and never wrote the profile that repeats the plan.
  contradict(world.db, "I9");
  const ended = { kind: "subscription-ended", to: email, data } as const;
  await enqueueMail(ctx, world.db, { ...ended, reference: String(row?.id) });
  const last = await mailsTo(email);
  expect(last.map(({ subject }) => subject)).toEqual(["Votre abonnement Premium est terminé"]);
});

test("who takes the free plan without an account is not told that they bought something", async () => {
  const email = `${randomUUID()}@example.fr`;
  await chooseGuestPlan(await world.context(), { planType: "free", email });
  const credentials = (await mailsTo(email)).find(({ subject }) =>
    subject?.includes("identifiants"),
  );
  expect(credentials?.words).toContain("Mot de passe temporaire");
  expect(credentials?.words).not.toContain("achat");
});
