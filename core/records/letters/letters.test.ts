import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeClient, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { mails } from "../../tables.server.ts";
import { showAccountRecord } from "../accounts/show-account-record.server.ts";
import { showBookingRecord } from "../bookings/show-booking-record.server.ts";
import { beginLetter } from "./labels.ts";
import { showRecipient, writeLetter } from "./write-letter.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

test("an operator writes to each side of a booking and to an account, once, and is answered (rule: operators-letters)", async () => {
  const clientId = await makeClient(world.db);
  const client = await world.context(clientId);
  const offer = await world.makeOffer();
  const { bookingId } = await bookSlot(client, offer);
  const operator = await makeOperatorContext(client, ["assistance"], "Léa");
  const subject = "Une question\r\nBcc: tous@example.fr";
  const { text } = beginLetter("Zoé", "precision");
  expect(text).toMatch(/^Bonjour Zoé,.*L'équipe Parenthèse$/s);
  const reason = "Sa version manque.";
  const recipients = [
    { to: "client", id: bookingId },
    { to: "professional", id: bookingId },
    { to: "owner", id: clientId },
  ];
  const box = await openMailbox();
  for (const recipient of recipients) {
    const { email } = await showRecipient(operator, recipient);
    const letter = { ...recipient, letterId: newId(), subject, text, reason };
    await writeLetter(operator, letter);
    await writeLetter(operator, letter);
    await deliverMails({ ...operator, mailer: box.mailer });
    const sent = box.mails.filter(({ recipients: to }) => to.includes(email));
    const told = sent.filter((mail) => mail.subject === "Une question Bcc: tous@example.fr");
    expect(told.at(-1)?.text).toContain("il nous manque votre version");
    expect(JSON.stringify(told.at(-1)?.replyTo)).toContain(operator.config.contactTo);
  }
  expect((await world.db.select().from(mails)).filter(({ secrets }) => secrets)).toEqual([]);
  const acts = await listActsOn(operator, { kind: "booking", id: bookingId });
  expect(acts.map(({ act, details }) => [act, details?.reason, details?.after?.side])).toEqual([
    ["letter_written", reason, "professional"],
    ["letter_written", reason, "client"],
  ]);
  expect(acts[0]?.details?.after?.text).toBe(text);
  const booking = await showBookingRecord(operator, { bookingId });
  const account = await showAccountRecord(operator, { userId: clientId });
  const told = "E-mail : Message de notre équipe";
  expect(booking.happenings.filter(({ what }) => what === told)).toHaveLength(2);
  expect(account.happenings.filter(({ what }) => what === told)).toHaveLength(2);
});

test("nothing goes without words, a reason or somebody to read it", async () => {
  const client = await world.newClient();
  const operator = await makeOperatorContext(client, ["finance"], "Marc");
  const letter = {
    id: newId(),
    to: "owner",
    letterId: newId(),
    subject: " ",
    text: "",
    reason: "",
  };
  await expect(writeLetter(operator, letter)).rejects.toMatchObject({
    fields: {
      subject: ["Donnez un objet."],
      text: [expect.anything()],
      reason: [expect.anything()],
    },
  });
  await expect(showRecipient(operator, { id: newId(), to: "all" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(showRecipient(operator, letter)).rejects.toMatchObject({ code: "not_found" });
});
