import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { writeBookingMessage } from "#core/bookings/messages/write-booking-message.server.ts";
import { verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import { reportBookingMessage } from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { reportContent } from "#core/moderation/report-content.server.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { bookingMessages } from "#core/tables.server.ts";
import { type } from "#test/make/command-line.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { EXIT } from "./run-command.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

test("a reported offering is listed, shown and decided about, and the journal has it", async () => {
  const { sessionId: id } = await world.makeOffer();
  const ctx = await world.context();
  await reportContent(ctx, {
    ...{ content: id, email: "lecteur-cli@example.fr", reason: "health", goodFaith: true },
    text: "On ne guérit pas cela.",
  });
  expect((await type(ctx, "contents")).said).toContain(`${id}  `);
  const shown = await type(ctx, "content", id);
  expect(shown.said).toMatch(/Promesse de guérir.*lecteur-cli@example\.fr/s);
  const decide = (...words: string[]) => type(ctx, "decide-content", id, ...words, "--yes");
  const undecided = await decide("--reason", "Nous l'avons relu.");
  expect(undecided.said).toContain("--none ou --correction ou --picture ou --hide");
  expect(undecided.status).not.toBe(EXIT.done);
  expect((await decide("--none", "--hide", "--reason", "Nous l'avons relu.")).said).toContain(
    "Choisissez",
  );
  expect((await decide("--hide", "--basis", "health")).said).toContain("--reason");
  expect((await decide("--hide", "--reason", "Il guérit.")).said).toContain("se fonde");
  const done = await decide("--hide", "--basis", "health", "--reason", "Il promet de guérir.");
  expect(done).toMatchObject({ status: EXIT.done });
  expect((await type(ctx, "contents")).said).not.toContain(id);
  const operator = await makeOperatorContext(ctx);
  const [act] = await listActsOn(operator, { kind: "content", id });
  expect(act).toMatchObject({ act: "content_hidden", operator: "cli" });
});

test("a reported message is listed, shown and taken away, and the journal has it", async () => {
  const offer = await world.makeOffer();
  const client = await world.context(await makeClient(world.db));
  const { bookingId } = await bookSlot(client, offer);
  const sessionId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(sessionId);
  await verifyPayment(client, { sessionId });
  await writeBookingMessage(client, { bookingId, text: "Payez-moi par virement." });
  const owner = await world.context(offer.professional.userId);
  const [letter] = await world.db
    .select()
    .from(bookingMessages)
    .where(eq(bookingMessages.bookingId, bookingId));
  const id = String(letter?.id);
  await reportBookingMessage(owner, { message: id, reason: "soliciting", text: "Hors du site." });
  expect((await type(owner, "letters")).said).toContain("Payez-moi par virement.");
  expect((await type(owner, "letter", id)).said).toContain("Hors du site.");
  const decide = (...words: string[]) => type(owner, "decide-letter", id, ...words, "--yes");
  expect((await decide("--reason", "Nous l'avons relu.")).said).toContain("--keep ou --remove");
  const done = await decide(
    "--remove",
    "--basis",
    "rules",
    "--reason",
    "Un paiement hors du site.",
  );
  expect(done).toMatchObject({ status: EXIT.done });
  expect((await type(owner, "letter", id)).said).toContain("(retiré)");
  const operator = await makeOperatorContext(owner);
  const [act] = await listActsOn(operator, { kind: "letter", id });
  expect(act).toMatchObject({ act: "letter_removed", operator: "cli" });
});
