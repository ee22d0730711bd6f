import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { writeBookingMessage } from "#core/bookings/messages/write-booking-message.server.ts";
import { verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { caseNumberOf } from "#core/records/search/rules.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { EXIT, runCommand } from "./run-command.ts";

let world: PaymentWorld;
let folder = "";
beforeAll(async () => {
  world = await openPaymentWorld();
  folder = await mkdtemp(path.join(os.tmpdir(), "evidence-"));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

async function type(...words: string[]) {
  const ctx = await world.context();
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const status = await runCommand(words, { out: print, err: print }, (work) => work(ctx));
  return { status, said: lines.join("\n") };
}

async function contested(priceCents: number, amount?: number) {
  const offer = await world.makeOffer({ priceCents });
  const client = await world.context(await makeClient(world.db));
  const { bookingId } = await bookSlot(client, offer);
  const sessionId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(sessionId);
  await verifyPayment(client, { sessionId });
  await writeBookingMessage(client, { bookingId, text: "Merci, c'était parfait." });
  const { payment } = await outcomeOf(world.db, bookingId);
  await world.simulator.fault({
    ...{ type: "create_dispute", charge: payment?.chargeId, ...(amount && { amount }) },
  });
  await reconcilePayments(client);
  // The provider's own word of it may be on its way, too.
  const stateOf = async () => (await outcomeOf(world.db, bookingId)).payment?.disputeStatus;
  await expect.poll(stateOf).toBe("needs_response");
  return { paymentId: String(payment?.id), intent: String(payment?.paymentIntentId) };
}

test("evidence is gathered, shown and sent by the command line, with a file and what was corrected", async () => {
  const { paymentId, intent } = await contested(4_000, 1_500);
  const listed = (await type("disputes")).said.split("\n").find((one) => one.includes(paymentId));
  expect(listed?.replaceAll(/\s/g, " ")).toContain("15,00 €");
  const number = String(caseNumberOf(`/operateur/litiges/${paymentId}`));
  expect((await type("find", number)).said).toBe(`Litige  ${paymentId}`);
  const file = path.join(folder, "preuve.pdf");
  await writeFile(file, "%PDF-1.7\n<< /Type /Page >>\n%%EOF");
  const kind = ["--kind", "service_documentation"];
  expect(await type("add-evidence", paymentId, `${file}.none`, ...kind)).toMatchObject({
    said: expect.stringContaining("Ce fichier ne se lit pas"),
  });
  expect(await type("add-evidence", paymentId, file, ...kind)).toMatchObject({ status: EXIT.done });
  const { said } = await type("dispute", paymentId);
  expect(said).toMatch(/--activity\n.*Commande passée/);
  expect(said).toContain("Preuve de la prestation");
  expect(said.replaceAll(/\s/g, " ")).toContain("Contesté : 15,00 €");
  const message = /message {2}(\S+)/.exec(said)?.[1] ?? "";
  const sent = ["send-evidence", paymentId, "--messages", message];
  const rest = ["--cancellation", "Jamais annulée.", "--reason", "Elle est venue."];
  expect((await type(...sent, ...rest)).status).toBe(EXIT.misused);
  expect(await type(...sent, ...rest, "--yes")).toMatchObject({
    ...{ status: EXIT.misused, said: expect.stringContaining("Ouvrez d'abord chaque pièce") },
  });
  for (const [, fileId = ""] of said.matchAll(/^pièce {2}(\S+)/gm)) {
    const copy = path.join(folder, `${fileId}.pdf`);
    const opening = ["open-evidence", paymentId, fileId, copy];
    expect(await type(...opening)).toMatchObject({ status: EXIT.done });
    expect(await readFile(copy, "utf8")).toContain("%PDF");
    // What stands there is never written over.
    expect((await type(...opening)).status).toBe(EXIT.refused);
  }
  expect(await type(...sent, ...rest, "--yes")).toMatchObject({ status: EXIT.done });
  const { stripe } = await world.context();
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
  expect(dispute).toMatchObject({
    status: "under_review",
    evidence: {
      cancellation_rebuttal: "Jamais annulée.",
      service_documentation: expect.stringMatching(/^file_/),
    },
  });
  expect(dispute?.evidence.uncategorized_text).toContain("c'était parfait");
  expect((await type("dispute", paymentId)).said).toContain("envoyée  file_");
});

test("a loss above the limit is proposed by the command line, which does not confirm its own", async () => {
  const { paymentId } = await contested(20_000);
  const reason = ["--reason", "Aucun code de présence, rien par écrit.", "--yes"];
  expect((await type("accept-loss", paymentId, ...reason)).said).toContain("Perte proposée");
  const { said } = await type("goodwill-proposals");
  const id = /perte {2}(\S+)/.exec(said)?.[1] ?? "";
  const own = await type("decide-loss", id, "--grant", ...reason);
  expect(own).toMatchObject({
    ...{ status: EXIT.refused, said: expect.stringContaining("quelqu'un d'autre") },
  });
  expect(await type("decide-loss", id, "--refuse", ...reason)).toMatchObject({ status: EXIT.done });
  expect((await type("goodwill-proposals")).said).not.toContain(id);
});
