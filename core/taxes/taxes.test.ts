import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRecur } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import { setOfferingActive } from "../catalogue/authoring/delete-offering.server.ts";
import { updateOffering } from "../catalogue/authoring/update-offering.server.ts";
import { publishSlot } from "../catalogue/publishing/publish-slot.server.ts";
import { generateSlots } from "../catalogue/schedule/generate-slots.server.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { DAY } from "../durations.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { mails, offerings, taxDetails, taxRequests } from "../tables.server.ts";
import { showQueue } from "../work-queue/show-queue.server.ts";
import {
  askForTaxDetails,
  decideTaxRequest,
  editTaxDetails,
  listTaxRequests,
  showTaxDetails,
  showTaxRequest,
} from "./decide-tax-request.server.ts";
import { exportSellerReport } from "./export-seller-report.server.ts";
import { withoutVat } from "./labels.ts";
import { quarterOf } from "./rules.ts";
import { showReceipt } from "./show-receipt.server.ts";

const PERSON = {
  legalForm: "person",
  legalName: "Inès Lefort",
  birthDate: "1984-05-21",
  address: "12 rue des Lilas",
  postalCode: "69003",
  city: "Lyon",
  country: "FR",
  taxNumber: "30 23 217 600 053",
  accountCountry: "FR",
  vatStatus: "exempt",
  vatNumber: "",
};
const FIRM = {
  ...PERSON,
  ...{ legalForm: "firm", legalName: "Lefort SARL", registration: "732 829 320" },
  vatStatus: "charged",
  vatNumber: "fr 40 732829320",
};

describe("a professional's tax details (rule: tax-details)", () => {
  dataTest("are given by a person or a firm, with the fields of each", async ({ db }) => {
    const { userId } = await makeProfessional(db);
    const ctx = makeContext(db, { actor: await actorOf(db, userId) });
    expect((await showTaxDetails(ctx)).details).toBeNull();
    await editTaxDetails(ctx, PERSON);
    expect(await showTaxDetails(ctx)).toMatchObject({
      details: {
        ...{ legalForm: "person", birthDate: "1984-05-21", registration: null },
        taxNumber: "3023217600053",
      },
      vat: { vatStatus: "exempt", vatNumber: null },
    });
    await editTaxDetails(ctx, { ...FIRM, birthDate: "1984-05-21" });
    expect(await showTaxDetails(ctx)).toMatchObject({
      details: { legalForm: "firm", birthDate: null, registration: "732829320" },
      vat: { vatStatus: "charged", vatNumber: "FR40732829320" },
    });
    expect(await db.$count(taxDetails)).toBe(1);
  });

  dataTest("are refused beside the field, and nothing is written", async ({ db }) => {
    const { userId } = await makeProfessional(db);
    const ctx = makeContext(db, { actor: await actorOf(db, userId) });
    for (const [change, field] of [
      [{ legalForm: "" }, "legalForm"],
      [{ birthDate: "21/05/1984" }, "birthDate"],
      [{ legalName: " " }, "legalName"],
      [{ taxNumber: "?" }, "taxNumber"],
      [{ country: "XX" }, "country"],
      [{ vatNumber: "40" }, "vatNumber"],
      [{ vatStatus: undefined }, "vatStatus"],
      [{ vatStatus: "charged" }, "vatNumber"],
    ] as const) {
      await expect(editTaxDetails(ctx, { ...PERSON, ...change })).rejects.toMatchObject({
        code: "invalid_input",
        fields: { [field]: [expect.any(String)] },
      });
    }
    await expect(editTaxDetails(ctx, { ...FIRM, registration: "" })).rejects.toMatchObject({
      fields: { registration: ["Ce champ est obligatoire", expect.any(String)] },
    });
    expect(await db.$count(taxDetails)).toBe(0);
    const { id: clientId } = await makeUser(db);
    const client = makeContext(db, { actor: await actorOf(db, clientId) });
    await expect(editTaxDetails(client, PERSON)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("of bookings that were paid", () => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await openPaymentWorld();
  });
  afterAll(() => world.stop());

  test("the note names both sides, and the VAT that was charged then (rule: receipt)", async () => {
    const offer = await world.makeOffer({ spots: 3, priceCents: 4_999 });
    const owner = await world.context(offer.professional.userId);
    const before = await world.buy(offer);
    await editTaxDetails(owner, FIRM);
    const after = await world.buy(offer);
    await editTaxDetails(owner, PERSON);
    const exempt = await world.buy(offer);
    await editTaxDetails(owner, FIRM);

    expect(await showReceipt(before.client, before)).toMatchObject({
      seller: { name: "Lefort SARL", city: "Lyon", vatNumber: null },
      ...{ seats: 1, totalCents: 4_999, keptCents: 4_999, vatRate: null, netCents: 4_999 },
    });
    for (const [booking, words] of [
      [before, "Statut de TVA non communiqué"],
      [exempt, "TVA non applicable, art. 293 B du CGI"],
    ] as const) {
      const note = await showReceipt(booking.client, booking);
      expect(note.seller.vatNumber).toBeNull();
      expect(withoutVat(note.vatRate)).toBe(words);
    }
    const charged = { vatRate: 2_000, netCents: 4_166, vatCents: 833 };
    expect(await showReceipt(after.client, after)).toMatchObject({
      seller: { vatNumber: "FR40732829320" },
      ...charged,
    });
    expect(await showReceipt(owner, after)).toEqual(await showReceipt(after.client, after));

    await cancelBooking(after.client, after);
    await world.runJobs();
    expect(await showReceipt(after.client, after)).toMatchObject({
      ...{ totalCents: 4_999, refundedCents: 4_999, keptCents: 0, netCents: 0, vatCents: 0 },
    });
    await expect(showReceipt(before.client, after)).rejects.toMatchObject({ code: "not_found" });
    await expect(showReceipt({ ...owner, actor: null }, after)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  test("what was not paid, and what was free, has none", async () => {
    const offer = await world.makeOffer({ spots: 3 });
    const client = await world.newClient();
    const held = await bookSlot(client, offer);
    await expect(showReceipt(client, { bookingId: held.bookingId })).rejects.toMatchObject({
      code: "conflict",
    });
    const free = await world.makeOffer({ priceCents: 0 });
    const taken = await bookSlot(client, free);
    await expect(showReceipt(client, { bookingId: taken.bookingId })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("the yearly report adds up each seller's quarters, and names who has given nothing", async () => {
    const offer = await world.makeOffer({ spots: 3, priceCents: 6_000 });
    const owner = await world.context(offer.professional.userId);
    const first = await world.buy(offer);
    await world.buy(offer);
    await cancelBooking(first.client, first);
    await world.runJobs();
    const today = dayKey(owner.now());
    const quarter = quarterOf(today.slice(0, 7));
    const year = Number(today.slice(0, 4));

    const lineOf = async (of: number) => {
      const { lines, missing } = await exportSellerReport(
        { ...owner, operator: COMMAND_LINE },
        { year: of, reason: "Pour un essai." },
      );
      const [head = "", ...rows] = lines.map((line) => line.split(";"));
      const row = rows.find(([id]) => id === offer.professional.id);
      const cell = (name: string) => row?.[head.indexOf(name)];
      return { cell, missing, isThere: row !== undefined };
    };
    const empty = await lineOf(year);
    expect(empty.cell("manque")).toBe("renseignements");
    expect(empty.missing).toBeGreaterThan(0);

    await editTaxDetails(owner, { ...PERSON, legalName: "=Inès" });
    const { cell, missing } = await lineOf(year);
    expect(missing).toBe(empty.missing - 1);
    expect(cell("manque")).toBe("");
    expect(cell("numero_fiscal")).toBe("3023217600053");
    expect((await lineOf(year - 1)).isThere).toBe(false);
    const { lines } = await exportSellerReport(
      { ...owner, operator: COMMAND_LINE },
      { year, reason: "Pour un essai." },
    );
    const line = lines.find((one) => one.startsWith(offer.professional.id));
    expect(line).toContain(";'=Inès;");
    const sums = line?.split(";").slice(-13, -1);
    const expected = [1, 2, 3, 4].flatMap((one) =>
      one === quarter ? ["2", "54.00", "6.00"] : ["0", "0.00", "0.00"],
    );
    expect(sums).toEqual(expected);
    await expect(
      exportSellerReport(
        { ...owner, operator: COMMAND_LINE },
        { year: "bientôt", reason: "Pour un essai." },
      ),
    ).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("from the threshold on the details are asked for, until they are given", async () => {
    const offer = await world.makeOffer({ spots: 6, priceCents: 100_000 });
    const owner = await world.context(offer.professional.userId);
    const asked = async () => {
      const rows = await world.db.select().from(mails).where(eq(mails.kind, "tax-details-due"));
      return rows.filter(({ reference }) => reference.startsWith(offer.professional.id)).length;
    };
    await world.buy(offer);
    await askForTaxDetails(owner);
    expect(await showTaxDetails(owner)).toMatchObject({ isDue: false, sales: 1 });
    expect(await asked()).toBe(0);

    await world.buy(offer);
    expect(await showTaxDetails(owner)).toMatchObject({ isDue: true, paidCents: 200_000 });
    await askForTaxDetails(owner);
    await askForTaxDetails(owner);
    expect(await asked()).toBe(1);
    await editTaxDetails(owner, PERSON);
    expect(await showTaxDetails(owner)).toMatchObject({ isDue: false, heldFrom: null });
    await askForTaxDetails(later(owner, 400));
    expect(await asked()).toBe(1);
  });

  test("thirty small sales ask for them as well, and twenty-nine do not", async () => {
    const offer = await world.makeOffer({ spots: 30, priceCents: 1_000 });
    const owner = await world.context(offer.professional.userId);
    for (let sales = 0; sales < 29; sales += 1) await world.buy(offer);
    await askForTaxDetails(owner);
    expect(await showTaxDetails(owner)).toMatchObject({ isDue: false, sales: 29 });
    await world.buy(offer);
    await askForTaxDetails(owner);
    expect(await showTaxDetails(owner)).toMatchObject({ isDue: true, sales: 30 });
    const asked = await world.db.select().from(taxRequests);
    expect(asked.map(({ professionalId }) => professionalId)).toContain(offer.professional.id);
  }, 120_000);

  test("after two reminders and 60 days nothing new is published, and at once again when they are given", async () => {
    const offer = await world.makeOffer({ spots: 6, priceCents: 200_000 });
    const owner = await world.context(offer.professional.userId);
    const { sessionId: id } = offer;
    const publish = (ctx: Context) =>
      publishSlot(ctx, {
        offeringId: id,
        start: `${dayKey(new Date(ctx.now().getTime() + 3 * DAY))}T17:00`,
      });
    await world.buy(offer);
    for (const day of [0, 5, 21, 22, 42, 59]) {
      await askForTaxDetails(later(owner, day));
      expect((await showTaxDetails(later(owner, day))).isHeld, `day ${day}`).toBe(false);
    }
    const sent = await world.db.select().from(mails).where(eq(mails.kind, "tax-details-due"));
    const own = sent.filter(({ reference }) => reference.startsWith(offer.professional.id));
    expect(own.map(({ reference }) => reference.at(-1)).sort()).toEqual(["0", "1", "2"]);
    await publish(later(owner, 59));

    const held = later(owner, 61);
    expect((await showTaxDetails(held)).isHeld).toBe(true);
    for (const act of [
      () => publish(held),
      () => setOfferingActive(held, "session", { id, isActive: true }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "forbidden", message: /deux rappels/ });
    }
    await makeRecur(world.db, id, { days: ["monday", "thursday"], time: "10:00" });
    await world.db.update(offerings).set({ isActive: true }).where(eq(offerings.id, id));
    expect(await generateSlots(held, { kind: "session", id })).toBe(0);
    // Clients can go on booking it, and its owner can change it.
    await updateOffering(held, "session", { id, changes: { description: "Un massage lent." } });
    await setOfferingActive(held, "session", { id, isActive: false });
    const operator = await makeOperatorContext(held);
    expect(await listTaxRequests(operator)).toContainEqual(
      expect.objectContaining({ professionalId: offer.professional.id, isHeld: true }),
    );

    // An operator reminds once more a day, and has it out of the queue for two weeks.
    const { professional } = offer;
    const work = async (ctx: Context) => {
      const { works } = await showQueue(
        { ...ctx, operator: operator.operator },
        { genre: "fiscalite" },
      );
      return works.filter(({ id }) => id === professional.id);
    };
    expect(await work(later(owner, 45))).toEqual([]);
    expect(await work(held)).toMatchObject([{ context: "Ne publie plus rien", basis: "law" }]);
    const remind = {
      professionalId: professional.id,
      decision: "remind",
      reason: "Appelée ce matin.",
    };
    expect(await showTaxRequest(operator, remind)).toMatchObject({ isHeld: true });
    expect(await decideTaxRequest(operator, remind)).toBe("Rappel envoyé");
    await expect(decideTaxRequest(operator, remind)).rejects.toMatchObject({ code: "conflict" });
    expect([await work(held), await work(later(owner, 75))]).toMatchObject([[], [{}]]);
    const [act] = await listActsOn(operator, { kind: "account", id: professional.userId });
    expect(act).toMatchObject({ act: "tax_reminded", details: { reason: "Appelée ce matin." } });

    await editTaxDetails(held, PERSON);
    await setOfferingActive(held, "session", { id, isActive: true });
    await publish({ ...held, now: () => new Date(held.now().getTime() + DAY) });
    expect(await generateSlots(held, { kind: "session", id })).toBeGreaterThan(0);
    // The invariants are looked at in the present, where what was listed in 60 days is not yet.
    await setOfferingActive(owner, "session", { id, isActive: false });
    const names = (await listTaxRequests(operator)).map(({ professionalId }) => professionalId);
    expect(names).not.toContain(offer.professional.id);
  });

  test("the hours that recur come back with the details, without waiting for the night", async () => {
    const { professional, sessionId: id } = await world.makeOffer({ spots: 2, priceCents: 5_000 });
    const owner = await world.context(professional.userId);
    const waiting = async () => {
      const { rows } = await world.db.execute(
        sql`select from pgboss.job where name = 'generate-slots' and data->>'id' = ${id}`,
      );
      return rows.length;
    };
    await makeRecur(world.db, id, { days: ["monday"], time: "10:00" });
    await editTaxDetails(owner, PERSON);
    expect(await waiting(), "nothing was asked for").toBe(0);
    await world.db.insert(taxRequests).values({ professionalId: professional.id });
    await editTaxDetails(owner, PERSON);
    expect(await waiting()).toBe(1);
  });
});

/** The same caller so many days later. */
const later = (ctx: Context, days: number): Context => ({
  ...ctx,
  now: () => new Date(Date.now() + days * DAY),
});
