import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import type { Context } from "#core/context.server.ts";
import { cents } from "#core/money.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import * as tables from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createDatabase, createPool } from "#platform/postgres.server.ts";
import { makeActivityType, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  untilSettled,
} from "#test/make/payments.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { argumentsOf, COMMANDS, EXIT, runCommand } from "./run-command.ts";

/** Runs a command line as the operator types it, with quotes; answers its status and its output. */
async function type(ctx: Context, line: string) {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runCommand(
    (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', "")),
    { out: (text) => out.push(text), err: (text) => err.push(text) },
    (work) => work(ctx),
  );
  return { status, out: out.join("\n"), err: err.join("\n") };
}

const why = '--reason "Pour un essai"';

describe("the command line", () => {
  dataTest("says in French what there is, and what it does not understand", async ({ db }) => {
    const ctx = makeContext(db);
    for (const line of ["", "help", "--help"]) {
      const { status, out } = await type(ctx, line);
      expect(status).toBe(EXIT.done);
      for (const name of Object.keys(COMMANDS)) expect(out).toContain(`  ${name}`);
    }
    expect((await type(ctx, "help")).out).not.toContain("--yes --yes");
    expect(await type(ctx, "toString")).toMatchObject({ status: EXIT.misused, out: "" });
    for (const line of ["unverify", "unverify a@b.fr c@d.fr", "check --nothing", "suspend"]) {
      const { status, err } = await type(ctx, line);
      expect(status, line).toBe(EXIT.misused);
      expect(err).toMatch(/^Usage : npm run cli -- /);
    }
  });

  dataTest("does nothing to somebody, or to their money, without saying why", async ({ db }) => {
    const asked = Object.entries(COMMANDS).filter(
      ([, { usage = "" }]) => /(?<!\[)--reason/.test(usage) && !usage.includes("--into"),
    );
    expect(asked.length).toBeGreaterThan(15);
    await makeActivityType(db, "julie@example.fr");
    for (const [name, command] of asked) {
      const words = Array.from({ length: argumentsOf(command).takes }, () => "julie@example.fr");
      const line = [name, ...words, ...(command.isDestructive ? ["--yes"] : [])].join(" ");
      expect((await type(makeContext(db), line)).status, line).toBe(EXIT.misused);
    }
    expect(await db.$count(tables.acts)).toBe(0);
  });

  test("asks for a reason wherever something is changed", () => {
    const READS =
      `queue message deletion-requests find goodwill-proposals categories check reconcile
      reviews disputes dispute add-evidence open-evidence remove-evidence tax-requests reports contents content
      letters letter account-contests account-decisions verifications operators announcements terms
      backup restore`.split(/\s+/);
    const silent = Object.entries(COMMANDS).filter(
      ([, { usage = "" }]) => !/(?<!\[)--reason/.test(usage),
    );
    expect(silent.map(([name]) => name).sort()).toEqual(READS.sort());
  });

  test("says in one sentence that the database is away, before a command or in its middle", async () => {
    const free = net.createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as net.AddressInfo;
    free.close();
    const err: string[] = [];
    const printer = { out: () => {}, err: (text: string) => err.push(text) };
    const db = createDatabase(createPool(`postgres://127.0.0.1:${port}/nothing`, "test"));
    const ctx = makeContext(db);
    expect(await runCommand(["reviews"], printer, (work) => work(ctx))).toBe(EXIT.refused);
    const opening = () => db.$client.query("select 1").then(() => Promise.reject());
    expect(await runCommand(["reviews"], printer, opening)).toBe(EXIT.refused);
    const sentence = `La base de données ne répond pas (connect ECONNREFUSED 127.0.0.1:${port}) : vérifiez que PostgreSQL fonctionne et que DATABASE_URL est juste.`;
    expect(err).toEqual([sentence, sentence]);
    await db.$client.end();
  });

  dataTest("does nothing that cannot be taken back without --yes", async ({ db }) => {
    const { email } = await makeUser(db);
    const ctx = makeContext(db);
    for (const line of [
      `suspend ${email}`,
      `delete-account ${email}`,
      `settle-review ${newId()} --accept`,
    ]) {
      const { status, err } = await type(ctx, line);
      expect(status, line).toBe(EXIT.misused);
      expect(err).toContain("Rien n'a été fait.");
    }
    expect(await db.select().from(tables.profiles)).toMatchObject([{ accountStatus: "active" }]);
  });
});

const isRire = eq(tables.activityTypes.name, "Rire");

describe("people", () => {
  dataTest("a professional loses the tick, is suspended, and back", async ({ db }) => {
    const ctx = makeContext(db);
    const user = await makeUser(db, { isPro: true });
    const professional = await makeProfessional(db, {
      ...{ user, businessName: "Cabinet Lune", isVerified: true },
    });
    await db.insert(tables.proofs).values({
      ...{ id: newId(), professionalId: professional.id, kind: "diploma", status: "accepted" },
      decidedAt: ctx.now(),
    });
    await makeSlot(db, { session: await makeSession(db, { professional }) });
    const isVerified = async () =>
      (await db.select().from(tables.listings)).map(({ card }) => card.professional.isVerified);

    expect(await isVerified()).toEqual([true]);
    expect(
      await type(ctx, `unverify ${user.email} --reason "Une fraude avérée" --yes`),
    ).toMatchObject({
      status: EXIT.done,
      out: "Cabinet Lune n'est plus vérifié.",
    });
    expect(await isVerified()).toEqual([false]);
    expect(
      await type(ctx, `unverify personne@example.fr --reason "Vue au téléphone" --yes`),
    ).toMatchObject({
      status: EXIT.refused,
      err: "Cet e-mail n'est pas celui d'un praticien.",
    });

    expect(
      (
        await type(
          ctx,
          `suspend ${user.email} --basis fraud --source looked --reason "Une fraude avérée" --yes`,
        )
      ).status,
    ).toBe(EXIT.done);
    expect(await isVerified()).toEqual([]);
    expect(
      (
        await type(
          ctx,
          `suspend ${user.email} --basis fraud --source looked --reason "Une fraude avérée" --yes`,
        )
      ).out,
    ).toContain("rien à changer");
    await type(ctx, `reactivate ${user.email} --reason "C'était une erreur"`);
    expect(await isVerified()).toEqual([false]);
  });

  dataTest(
    "somebody is found, and nothing is done to a booking without its reason",
    async ({ db }) => {
      const ctx = makeContext(db);
      const { id, email } = await makeUser(db, { firstName: "Éloïse", lastName: "Petit" });
      expect((await type(ctx, "find eloise")).out).toBe(`compte  ${id}  ${email}  Éloïse Petit`);
      expect((await type(ctx, "find introuvable")).out).toBe("Rien n'y répond.");
      const nothing = newId();
      const cancel = await type(ctx, `cancel-booking ${nothing} --for client --yes`);
      expect(cancel).toMatchObject({ status: EXIT.misused, out: "" });
      expect(cancel.err).toContain("Expliquez pourquoi");
      expect(
        await type(ctx, `cancel-booking ${nothing} --for client --reason "Pour un essai" --yes`),
      ).toMatchObject({
        ...{ status: EXIT.refused, err: "Cette réservation n'existe pas." },
      });
      expect(
        (await type(ctx, `goodwill ${nothing} beaucoup --reason "Pour un essai" --yes`)).err,
      ).toContain("12,50");
      expect(await type(ctx, `goodwill ${nothing} 5 --reason "Pour un essai" --yes`)).toMatchObject(
        {
          ...{ status: EXIT.refused, err: "Cette réservation n'existe pas." },
        },
      );
    },
  );

  dataTest("a category that was typed is accepted for everybody, and withdrawn", async ({ db }) => {
    const ctx = makeContext(db);
    expect((await type(ctx, "categories")).out).toBe("Aucune catégorie en attente.");
    const professional = await makeProfessional(db, { businessName: "Cabinet Lune" });
    await makeSession(db, { professional, category: "Rire" });
    await db.update(tables.activityTypes).set({ acceptedAt: null }).where(isRire);
    const waiting = "Rire  1 session  Cabinet Lune";
    expect((await type(ctx, "categories")).out).toBe(waiting);
    expect((await type(ctx, `accept-category rire ${why}`)).out).toBe("Rire est proposée à tous.");
    expect((await type(ctx, "categories")).out).toBe("Aucune catégorie en attente.");
    expect((await type(ctx, `withdraw-category RIRE ${why}`)).out).toContain("n'est plus proposée");
    expect((await type(ctx, "categories")).out).toBe("Aucune catégorie en attente.");
    expect((await type(ctx, `accept-category rire --as Rigolade ${why}`)).out).toBe(
      "Rigolade est proposée à tous.",
    );
    expect(
      (await type(ctx, `rename-category rigolade --to Rigologie --reason "C'est l'usage"`)).out,
    ).toBe("rigolade s'appelle maintenant Rigologie.");
    const merged = `merge-category rigologie --into yoga --reason "Un doublon"`;
    expect((await type(ctx, merged)).status).toBe(EXIT.misused);
    await makeActivityType(db, "Yoga");
    expect((await type(ctx, `${merged} --yes`)).out).toBe("rigologie est dans Yoga.");
    expect(await type(ctx, `refuse-category yoga --reason "Ce n'en est pas une"`)).toMatchObject({
      ...{ status: EXIT.refused, err: expect.stringContaining("neuf catégories du filtre") },
    });
    expect(await type(ctx, `accept-category rien ${why}`)).toMatchObject({
      status: EXIT.refused,
      err: "Cette catégorie n'existe pas.",
    });
  });

  dataTest("activities are granted and taken back", async ({ db }) => {
    const ctx = makeContext(db);
    const { email } = await makeUser(db);
    expect((await type(ctx, `grant-activities ${email} ${why}`)).out).toBe(
      `${email} peut créer des activités.`,
    );
    expect((await type(ctx, `revoke-activities ${email} ${why}`)).out).toBe(
      `${email} ne peut plus créer d'activités.`,
    );
    expect(await type(ctx, `grant-activities rien ${why}`)).toMatchObject({
      status: EXIT.misused,
      err: "Email invalide",
    });
  });

  dataTest("requests are listed, and processed", async ({ db }) => {
    const ctx = makeContext(db);
    const user = await makeUser(db, { isPro: true });
    expect((await type(ctx, "deletion-requests")).out).toBe("Aucune demande en attente.");
    await db.update(tables.profiles).set({ deletionAskedAt: ctx.now(), deletionHid: [] });
    expect((await type(ctx, "deletion-requests")).out).toContain(user.email);
    expect(
      (await type(ctx, `drop-deletion-request ${user.email} --reason "Sa lettre du 3"`)).status,
    ).toBe(EXIT.done);
    expect((await type(ctx, "deletion-requests")).out).toBe("Aucune demande en attente.");
    expect(
      await type(ctx, `drop-deletion-request ${user.email} --reason "Sa lettre du 3"`),
    ).toMatchObject({
      status: EXIT.refused,
      err: "Aucune demande en attente avec cet e-mail.",
    });
    await db.update(tables.profiles).set({ deletionAskedAt: ctx.now(), deletionHid: [] });
    expect(
      (await type(ctx, `delete-account ${user.email} --reason "Sa lettre du 3" --yes`)).status,
    ).toBe(EXIT.done);
    expect((await type(ctx, "deletion-requests")).out).toBe("Aucune demande en attente.");
  });

  dataTest("what we hold of somebody is written as JSON", async ({ db }) => {
    const { email } = await makeUser(db, { firstName: "Zoé" });
    const { status, out } = await type(
      makeContext(db),
      `export ${email} --reason "Sa lettre du 3"`,
    );
    expect(status).toBe(EXIT.done);
    expect(JSON.parse(out).profile).toMatchObject([{ first_name: "Zoé", email }]);
    expect(
      (await type(makeContext(db), `export nul@example.fr --reason "Sa lettre du 3"`)).status,
    ).toBe(EXIT.refused);
  });
});

describe("back-ups", () => {
  dataTest("are made, and not restored over what is there", async ({ db }) => {
    const ctx = makeContext(db);
    await makeUser(db);
    await ctx.jobs.send(db, "sweep-listings", {});
    const parent = await mkdtemp(path.join(os.tmpdir(), "parenthese-backup-"));
    const folder = path.join(parent, "one");
    const made = await type(ctx, `backup ${folder}`);
    expect(made.status).toBe(EXIT.done);
    expect(made.out).toMatch(
      / : \d+ tables, 15 lignes, 0 fichiers d'images, 1 tâches en attente\.$/,
    );
    for (const place of ["/proc/parenthese/new", path.join(parent, "file", "new")]) {
      await writeFile(path.join(parent, "file"), "");
      const { status, err } = await type(ctx, `backup ${place}`);
      expect(status, place).toBe(EXIT.refused);
      expect(err).toMatch(/^Le système refuse : E[A-Z]+: [^\n]+$/);
    }
    expect(await type(ctx, `restore ${folder}`)).toMatchObject({
      status: EXIT.refused,
      err: expect.stringContaining("La base n'est pas vide"),
    });
    await db.delete(tables.users);
    const restored = await type(ctx, `restore ${folder}`);
    expect(restored.status).toBe(EXIT.done);
    expect(restored.out).toMatch(/^Restauré, état du 20 novembre 2026 à 10:00 : /);
    expect(restored.out).toContain("sell-from-here --reason");
    expect(await db.$count(tables.profiles)).toBe(1);
    // A database restored for a drill stays one until the operator says otherwise.
    expect((await type(ctx, "sell-from-here")).status).toBe(EXIT.misused);
    expect(await type(ctx, `sell-from-here ${why} --yes`)).toMatchObject({
      status: EXIT.done,
      out: expect.stringMatching(/^Cette base est celle du site\./),
    });
    expect(await type(ctx, `sell-from-here ${why} --yes`)).toMatchObject({
      status: EXIT.refused,
      out: "Cette base n'attendait pas cette décision.",
    });
    await rm(parent, { recursive: true });
  });
});

describe("money", () => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await openPaymentWorld();
  });
  afterAll(() => world.stop());

  /**
   * A paid booking that its professional cancelled, and whose refund the provider then fails to
   * make.
   */
  async function makeReview() {
    const offer = await world.makeOffer();
    const clientId = await makeClient(world.db);
    const { bookingId } = await bookSlot(await world.context(clientId), offer);
    await world.simulator.pay(await checkoutOf(world.db, bookingId));
    await untilSettled(world.db, bookingId);
    await cancelBooking(await world.context(offer.professional.userId), { bookingId });
    const { payment } = await outcomeOf(world.db, bookingId);
    const paymentId = String(payment?.id);
    await world.db
      .update(tables.refunds)
      .set({ status: "failed" })
      .where(eq(tables.refunds.paymentId, paymentId));
    await world.db
      .update(tables.payments)
      .set({ status: "review", reviewReason: "refund re_1 failed" })
      .where(eq(tables.payments.id, paymentId));
    return { bookingId, paymentId };
  }

  test("a review is listed, and its refund asked for again", async () => {
    const ctx = await world.context();
    const { bookingId, paymentId } = await makeReview();
    const listed = await type(ctx, "reviews");
    expect(listed.out).toMatch(new RegExp(`${paymentId}  .*40,00.*refund re_1 failed`));
    const owed = await type(ctx, "check");
    expect(owed.status).toBe(EXIT.refused);
    expect(owed.out).toContain(
      `ce qui est dû est rendu : 1\n   ${paymentId} (remboursement échoué)`,
    );
    expect(await type(ctx, `settle-review ${paymentId} --yes`)).toMatchObject({
      status: EXIT.misused,
      err: "Choisissez --refund ou --accept.",
    });
    const done = await type(
      ctx,
      `settle-review ${paymentId} --refund --reason "Le solde suffit" --yes`,
    );
    expect(done).toMatchObject({ status: EXIT.done, out: "Remboursement redemandé à Stripe." });
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment?.status).toBe("refunded");
    expect((await type(ctx, "reviews")).out).toBe("Aucun paiement n'attend de décision.");
    expect(
      (await type(ctx, `settle-review ${paymentId} --refund --reason "Le solde suffit" --yes`)).err,
    ).toBe("Ce paiement n'attend aucune décision.");
    const fine = await type(ctx, "check");
    expect(fine).toMatchObject({ status: EXIT.done });
    expect(fine.out).toMatch(/^I1 une place n'est jamais vendue deux fois : 0\n/);
    expect(fine.out).toMatch(/\nI8 Stripe n'a rien de nous que le site ne connaisse : 0\n/);
    expect(fine.out).toMatch(/\nTout est juste\.$/);
  });

  test("a review ends when the operator gave the money back by other means", async () => {
    const ctx = await world.context();
    const { bookingId, paymentId } = await makeReview();
    const noted = `settle-review ${paymentId} --accept --reason "Par un virement" --yes`;
    expect((await type(ctx, noted)).status).toBe(EXIT.misused);
    const proven = `${noted} --on 2026-01-12 --means transfer --reference VIR-0112`;
    expect((await type(ctx, proven)).status).toBe(EXIT.done);
    const { booking, payment } = await outcomeOf(world.db, bookingId);
    expect([booking.paymentStatus, payment?.status]).toEqual(["refunded", "refunded"]);
    expect(payment?.refundedCents).toBe(payment?.amountCents);
    expect((await type(ctx, "check")).status).toBe(EXIT.done);
  });

  test("an event is processed again, known here or not", async () => {
    const ctx = await world.context();
    const { data } = await ctx.stripe.events.list({ type: "checkout.session.completed" });
    const eventId = String(data[0]?.id);
    const replayed = { status: EXIT.done, out: "Traité : checkout.session.completed." };
    expect(await type(ctx, `replay-event ${eventId} ${why}`)).toMatchObject(replayed);
    await world.db.delete(tables.stripeEvents);
    expect(await type(ctx, `replay-event ${eventId} ${why}`)).toMatchObject(replayed);
    const [event] = await world.db.select().from(tables.stripeEvents);
    expect(event).toMatchObject({ id: eventId, payload: null });
    expect(event?.processedAt).not.toBeNull();
    expect((await type(ctx, `replay-event evt_inconnu ${why}`)).err).toMatch(
      /^Stripe ne connaît pas/,
    );
    expect((await type(ctx, "reconcile")).status).toBe(EXIT.done);
  });

  test("a Stripe that refuses is told with its reason, after what could be checked without it", async () => {
    const ctx = await world.context();
    await world.simulator.fault({ type: "api_error", status: 500, path: "*", times: null });
    const check = await type(ctx, "check");
    const reconcile = await type(ctx, "reconcile");
    await world.simulator.clearFaults();
    expect(check).toMatchObject({ status: EXIT.refused, err: expect.stringMatching(/ \(.+\)$/) });
    expect(check.out).toMatch(/^I1 une place n'est jamais vendue deux fois : 0\n/);
    expect(reconcile.status).toBe(EXIT.refused);
    expect(reconcile.out).toMatch(/^Pas encore rapprochés : \d+\. Les lignes du journal/);
  });

  test("what cannot be is counted, named and an error", async () => {
    const { bookingId } = await makeReview();
    const set = (commissionCents: number) =>
      world.db
        .update(tables.bookings)
        .set({ commissionCents: cents(commissionCents) })
        .where(eq(tables.bookings.id, bookingId));
    await set(399);
    const { status, out } = await type(await world.context(), "check");
    expect(status).toBe(EXIT.refused);
    expect(out).toMatch(/^I4 la commission est au taux.* : 1$/m);
    expect(out).toContain(`\n   ${bookingId} (4000 dont 399, paiement 4000 dont 400)\n`);
    // Its money is at Stripe, and no booking stands for it.
    expect(out).toMatch(/^I2 aucun argent encaissé n'est sans réservation ni remboursement : 1$/m);
    expect(out).toMatch(/\nI2 ce qui est dû est rendu : 1\n/);
    expect(out).toMatch(/\nÉcarts : 3\.$/);
    await set(400);
  });

  test("bookings are written as CSV", async () => {
    const ctx = await world.context();
    // As it was sold: the offering's own title may be another by now (rule: sold-as-seen).
    await world.db.update(tables.bookings).set({
      sold: sql`jsonb_set(sold, '{title}', to_jsonb(${'=Yoga, "doux"'}::text))`,
    });
    const { out } = await type(ctx, `export-bookings ${why}`);
    const [head, ...lines] = out.split("\n");
    expect(head).toBe(
      "id,kind,created_at,status,payment_status,start_datetime,title,business_name,siret,buyer_email,seats,seats_cancelled,price_paid,commission,refunded,commission_kept,professional_share",
    );
    expect(lines.length).toBe(await world.db.$count(tables.bookings));
    expect(lines[0]).toContain(`,"'=Yoga, ""doux""",`);
    expect(lines[0]).toMatch(/,40\.00,4\.00,40\.00,0\.00,0\.00$/);
    expect((await type(ctx, `export-bookings --since 2999-01-01 ${why}`)).out).toBe(head);
    const [act] = await listActsOn(
      { ...ctx, operator: COMMAND_LINE },
      { kind: "site", id: "bookings" },
    );
    expect(act).toMatchObject({
      act: "bookings_exported",
      details: { reason: "Pour un essai", after: { since: "2999-01-01" } },
    });
    for (const day of ["demain", "2026-02-30", "0000-01-01"]) {
      expect(await type(ctx, `export-bookings --since ${day} ${why}`), day).toMatchObject({
        status: EXIT.misused,
        out: "",
        err: "Une date s'écrit AAAA-MM-JJ",
      });
    }
  });
});
