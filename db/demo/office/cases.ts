import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { signLink } from "#core/accounts/logins/sign-login.server.ts";
import { giveGoodwill } from "#core/bookings/goodwill/give-goodwill.server.ts";
import { writeBookingMessage } from "#core/bookings/messages/write-booking-message.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { reportBookingMessage } from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import { fileAsRights } from "#core/contact/close-message.server.ts";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import type { Context } from "#core/context.server.ts";
import { addDays, dayKey } from "#core/dates.ts";
import { DAY, HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { settleDisputes } from "#core/payments/disputes/apply-dispute.server.ts";
import { findPayment } from "#core/payments/find-payment.server.ts";
import { requestAccountDeletion } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { suspendAccount } from "#core/sanctions/close-account.server.ts";
import { contestAccountDecision } from "#core/sanctions/contest-account-decision.server.ts";
import {
  accountDecisions,
  bookingMessages,
  bookings,
  credentials,
  mails,
  offerings,
  operators,
  payments,
  professionalProfiles,
  slots,
  taxRequests,
} from "#core/tables.server.ts";
import { INES, PASSWORD } from "../accounts.ts";
import { callOff, fulfil } from "../bookings/fulfil.ts";
import { sellerOf } from "../bookings/publish-free.ts";
import { type DemoContext, noteSent } from "../context.ts";
import { actorOf, emailOf, professionalIdOf, userIdOf } from "../people.ts";
import { fixedId } from "../seeded-random.ts";
import type { Simulator } from "../simulator.ts";
import { CLIENTS, PROFESSIONALS } from "../texts.ts";

interface Desk {
  ctx: DemoContext;
  simulator: Simulator;
  /** An instant so many hours ago. */
  ago: (hours: number) => Date;
  /** Somebody who does something then; nobody without a person. */
  at: (hours: number, actor?: Context["actor"]) => Context;
  /** The operator with this e-mail, then. */
  operatorAt: (hours: number, email: string) => Promise<Context>;
}

/**
 * Lets happen what waits for an operator: one thing of every kind that their list has, each as its
 * people would cause it. Their mails count as sent.
 */
export async function openCases(ctx: DemoContext, simulator: Simulator, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
  const at: Desk["at"] = (hours, actor = null) => ({ ...ctx, actor, now: () => ago(hours) });
  const operatorAt: Desk["operatorAt"] = async (hours, email) => {
    const [found] = await ctx.db.select().from(operators).where(eq(operators.email, email));
    if (!found) throw new Error(`no operator has the address ${email}`);
    const { id: operatorId, name, roles } = found;
    return { ...at(hours), operator: { operatorId, name, roles } };
  };
  const desk = { ctx, simulator, ago, at, operatorAt };
  try {
    await writeMessages(desk);
    await reportLetter(desk);
    await suspendClient(desk);
    await proposeCategory(desk);
    await contestPayment(desk);
    await refuseRefund(desk);
    await proposeGift(desk);
    await askDeletion(desk);
    await returnMail(desk);
    await askTaxDetails(desk);
  } finally {
    await simulator.setClock(null);
  }
  await noteSent(ctx.db, lt(mails.createdAt, now));
}

/** A question, and a request about somebody's own data. */
async function writeMessages({ at, operatorAt }: Desk): Promise<void> {
  await sendContactMessage(at(7), {
    ...{ name: "Paule Delmas", email: "paule.delmas@example.fr", subject: "paiement" },
    message:
      "Bonjour, j'ai payé un massage hier soir et ma banque affiche deux lignes. L'une des deux va-t-elle disparaître ?",
  });
  const { messageId } = await sendContactMessage(at(30), {
    ...{ name: "Olivier Sarre", email: "olivier.sarre@example.fr", subject: "compte" },
    message:
      "Bonjour, je souhaite recevoir une copie de tout ce que vous gardez à mon sujet, y compris mes messages.",
  });
  const filed = await operatorAt(28, "lea@operateur.example");
  await fileAsRights(filed, { messageId, reason: "Demande d'accès, article 15." });
}

/** A client writes what Inès does not let pass. */
async function reportLetter({ ctx, at }: Desk): Promise<void> {
  const [coming] = await ctx.db
    .select({ bookingId: bookings.id, email: bookings.buyerEmail })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        eq(bookings.professionalId, professionalIdOf(INES)),
        eq(bookings.status, "confirmed"),
        inArray(
          bookings.buyerEmail,
          CLIENTS.map(({ email }) => email),
        ),
        gt(slots.startDatetime, at(0).now()),
      ),
    )
    .orderBy(desc(slots.startDatetime), asc(bookings.id))
    .limit(1);
  const author = CLIENTS.find(({ email }) => email === coming?.email);
  if (!coming || !author) throw new Error("nobody has booked with Inès");
  await writeBookingMessage(at(9, actorOf(author)), {
    bookingId: coming.bookingId,
    text: "Payez-moi la séance en espèces la prochaine fois, vous gagnerez dix pour cent et moi aussi.",
  });
  const [written] = await ctx.db
    .select({ id: bookingMessages.id })
    .from(bookingMessages)
    .where(eq(bookingMessages.bookingId, coming.bookingId))
    .orderBy(desc(bookingMessages.createdAt))
    .limit(1);
  await reportBookingMessage(at(8, sellerOf(INES)), {
    ...{ message: String(written?.id), reason: "soliciting" },
    text: "Ce client me propose de travailler en dehors du site.",
  });
}

/** A client whose account was suspended says that it was not them. */
async function suspendClient({ ctx, at, operatorAt }: Desk): Promise<void> {
  const { email = "" } = CLIENTS.at(-1) ?? {};
  await suspendAccount(await operatorAt(60, "nadia@operateur.example"), {
    ...{ email, basis: "fraud", source: "told" },
    reason:
      "Trois paiements contestés en un mois, pour des séances auxquelles ce compte était venu.",
  });
  const [decision] = await ctx.db
    .select({ id: accountDecisions.id })
    .from(accountDecisions)
    .where(eq(accountDecisions.userId, userIdOf(email)));
  const token = await signLink(at(20), "account-decision", String(decision?.id));
  await contestAccountDecision(at(20), {
    token,
    text: "Ma carte a été volée en octobre et ma banque a contesté tout le mois. Je n'ai rien demandé pour ces séances.",
  });
}

/** A practitioner would rather be found under a name that the site has not. */
async function proposeCategory({ at, ago }: Desk): Promise<void> {
  const seller = PROFESSIONALS.find(
    ({ trades, city }) => trades.includes("Massage") && city === "Bordeaux",
  );
  if (!seller) throw new Error("nobody gives massages in Bordeaux");
  const { street: address, city, postcode: postalCode } = seller;
  await createOffering(at(50, sellerOf(seller)), "session", {
    ...{ title: "Shiatsu au sol, une heure sans parler", category: "Shiatsu", price: "55" },
    description:
      "Une heure sur un futon, habillé, à suivre les lignes de tension du dos aux pieds. On ne parle qu'au début et à la fin.",
    ...{ duration: 60, address, city, postalCode },
    ...{ date: addDays(dayKey(ago(0)), 6), startTime: "08:00" },
  });
}

/** A bank contests a payment of last month's, and wants proof. */
async function contestPayment({ ctx, simulator, at, ago }: Desk): Promise<void> {
  const [contested] = await ctx.db
    .select({ id: payments.id, chargeId: payments.chargeId })
    .from(payments)
    .where(and(lt(payments.paidAt, ago(14 * 24)), gt(payments.amountCents, cents(5_000))))
    .orderBy(desc(payments.paidAt), asc(payments.id))
    .limit(1);
  const payment = contested && (await findPayment(ctx.db, { id: contested.id }));
  if (!payment || !contested.chargeId) throw new Error("nobody has paid so much");
  await simulator.setClock(ago(26));
  await simulator.contest(contested.chargeId);
  await settleDisputes(at(26), payment, applyPayment);
}

/** A client cancels in time, and their bank takes no refund. */
async function refuseRefund({ ctx, simulator, at, ago }: Desk): Promise<void> {
  const [slot] = await ctx.db
    .select({
      slotId: slots.id,
      offeringId: offerings.id,
      kind: offerings.kind,
      start: slots.startDatetime,
    })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .where(
      and(
        ...[
          eq(offerings.kind, "session"),
          eq(offerings.city, "Nantes"),
          gt(slots.availableSpots, 0),
        ],
        gt(offerings.priceCents, cents(0)),
        gt(slots.startDatetime, ago(-10 * 24)),
      ),
    )
    .orderBy(asc(slots.startDatetime), asc(slots.id))
    .limit(1);
  const [client] = CLIENTS.slice(-2);
  if (!slot || !client) throw new Error("nothing to book in Nantes");
  const buyer = { ...at(80), actor: actorOf(client) };
  const bookingId = await fulfil(buyer, simulator, slot);
  await simulator.refuseRefunds();
  await callOff({ ...at(48), actor: actorOf(client) }, bookingId);
}

/** Léa may not give so much alone. */
async function proposeGift({ ctx, ago, operatorAt }: Desk): Promise<void> {
  const [past] = await ctx.db
    .select({ bookingId: bookings.id })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        eq(bookings.status, "confirmed"),
        gt(bookings.pricePaidCents, cents(4_500)),
        lt(slots.endDatetime, ago(5 * 24)),
        sql`not exists (select from payments p where p.reference = ${bookings.id} and p.dispute_id is not null)`,
      ),
    )
    .orderBy(desc(slots.endDatetime), asc(bookings.id))
    .limit(1);
  await giveGoodwill(await operatorAt(22, "lea@operateur.example"), {
    ...{ bookingId: String(past?.bookingId), amount: "35" },
    reason:
      "Salle sans chauffage ce soir-là, la praticienne le confirme et ne peut rendre que la moitié.",
  });
}

/** A practitioner of a small town leaves, nothing of hers being booked. */
async function askDeletion({ ctx, at }: Desk): Promise<void> {
  const leaving = await findUnbooked(ctx, at(0).now());
  const email = emailOf(leaving);
  const userId = userIdOf(email);
  const [password] = await ctx.db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(eq(credentials.userId, userIdOf(INES.email)));
  await ctx.db.insert(credentials).values({
    ...{ id: fixedId("credential", 100), userId, accountId: userId, providerId: "credential" },
    password: password?.hash ?? null,
  });
  await requestAccountDeletion(at(27 * 24, sellerOf(leaving)), {
    password: PASSWORD,
  });
}

/** The last practitioner in whose town others go on, and with whom nobody has booked ahead. */
async function findUnbooked({ db }: DemoContext, now: Date) {
  for (const one of PROFESSIONALS.toReversed()) {
    const { rowCount } = await db.execute(sql`
      select from bookings b join slots s on s.id = b.slot_id
      where b.professional_id = ${professionalIdOf(one)} and s.start_datetime > ${now}
        and b.status <> 'cancelled' limit 1`);
    if (rowCount === 0) return one;
  }
  throw new Error("everybody is booked");
}

/** A server refuses a client's mail for good. */
async function returnMail({ ctx, ago }: Desk): Promise<void> {
  const [sent] = await ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        ...[eq(mails.kind, "booking-confirmed"), lt(mails.createdAt, ago(70))],
        inArray(
          mails.toAddress,
          CLIENTS.map(({ email }) => email),
        ),
      ),
    )
    .orderBy(desc(mails.createdAt), asc(mails.id))
    .limit(1);
  await ctx.db
    .update(mails)
    .set({ status: "dropped", sentAt: null, attempts: 8, lastError: "550 5.1.1 mailbox unknown" })
    .where(eq(mails.id, String(sent?.id)));
}

/** Whoever has sold most was asked for their tax details twice, and has given none. */
async function askTaxDetails({ ctx, ago }: Desk): Promise<void> {
  const [seller] = await ctx.db
    .select({ professionalId: professionalProfiles.id })
    .from(professionalProfiles)
    .where(
      sql`not exists (select from tax_details t where t.professional_id = ${professionalProfiles.id})`,
    )
    .orderBy(desc(professionalProfiles.totalReviews), asc(professionalProfiles.id))
    .limit(1);
  if (!seller) return;
  const days = (count: number) => new Date(ago(0).getTime() - count * DAY);
  await ctx.db
    .insert(taxRequests)
    .values({ ...seller, askedAt: days(50), reminders: 2, remindedAt: days(10) });
}
