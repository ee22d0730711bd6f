import type { Context } from "../../context.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { mailKindsNamed } from "../labels.ts";
import { type Found, recordsQuery } from "../schema.ts";
import { MAX_FOUND, readSought, type Sought, type SoughtNumber } from "./rules.ts";
import {
  ACCOUNT_BY,
  BOOKING_BY,
  findAccounts,
  findBookings,
  findCases,
  findMail,
  findMailsOf,
  findMailsTo,
  findPayments,
  findProfessionals,
  listSubscribers,
  PAYMENT_BY,
  PROFESSIONAL_BY,
} from "./store.server.ts";

type Groups = Omit<Found, "q">;

export const NOTHING: Groups = {
  accounts: [],
  professionals: [],
  bookings: [],
  payments: [],
  mails: [],
  cases: [],
};

/** That somebody has looked is noted, and not for what (rule: records). */
export async function searchRecords(ctx: Context, input: unknown): Promise<Found> {
  requireOperator(ctx);
  const { q } = parseInput(recordsQuery, input);
  const found = await findRecords(ctx, q);
  if (Object.values(found).some((rows) => rows.length > 0)) {
    await recordReading(ctx, { kind: "site", id: "recherche" });
  }
  return { q, ...found };
}

/** The use case that calls notes by itself what it shows. */
export async function findRecords(ctx: Context, q: string): Promise<Groups> {
  const sought = readSought(q);
  return { ...NOTHING, ...(sought && (await find(ctx, sought))) };
}

function find(ctx: Context, sought: NonNullable<Sought>): Promise<Partial<Groups>> {
  if (sought.by === "id") return findById(ctx, sought.id);
  if (sought.by === "number") return findByNumber(ctx, sought);
  if (sought.by === "provider") return findByProvider(ctx, sought.id);
  if (sought.by === "email") return findByEmail(ctx, sought.email);
  return findByWords(ctx, sought.words);
}

async function findById({ db }: Context, id: string): Promise<Partial<Groups>> {
  return {
    accounts: await findAccounts(db, ACCOUNT_BY.id(id)),
    professionals: await findProfessionals(db, PROFESSIONAL_BY.id(id)),
    bookings: await findBookings(db, BOOKING_BY.id(id)),
    payments: await findPayments(db, PAYMENT_BY.id(id)),
    mails: await findMail(db, id),
  };
}

async function findByNumber({ db }: Context, number: SoughtNumber): Promise<Partial<Groups>> {
  const { letter } = number;
  const ids = await findCases(db, number);
  return { cases: ids.map((id) => ({ letter, id })) };
}

async function findByProvider({ db }: Context, id: string): Promise<Partial<Groups>> {
  if (id.startsWith("acct_")) {
    return { professionals: await findProfessionals(db, PROFESSIONAL_BY.account(id)) };
  }
  if (/^(sub|cus)_/.test(id)) {
    const userIds = await listSubscribers(db, id);
    return { accounts: await findAccounts(db, ACCOUNT_BY.ids(userIds)) };
  }
  const payments = await findPayments(db, PAYMENT_BY.provider(id));
  const paid = payments.map(({ bookingId }) => bookingId);
  return { payments, bookings: await findBookings(db, BOOKING_BY.ids(paid)) };
}

async function findByEmail({ db }: Context, email: string): Promise<Partial<Groups>> {
  return {
    accounts: await findAccounts(db, ACCOUNT_BY.email(email)),
    bookings: await findBookings(db, BOOKING_BY.email(email)),
    payments: await findPayments(db, PAYMENT_BY.email(email)),
    mails: await findMailsTo(db, email),
  };
}

async function findByWords(ctx: Context, words: string): Promise<Partial<Groups>> {
  const kinds = mailKindsNamed(words);
  return {
    ...(await findNamed(ctx, words)),
    mails: kinds.length > 0 ? await findMailsOf(ctx.db, kinds) : [],
  };
}

/** By the words of a name, or the beginning of an e-mail. */
export async function findNamed(
  { db }: Context,
  words: string,
): Promise<Pick<Groups, "accounts" | "professionals">> {
  const named = await findAccounts(db, ACCOUNT_BY.name(words));
  const begun = /\s/.test(words)
    ? []
    : await findAccounts(db, ACCOUNT_BY.email(words.toLowerCase()));
  const accounts = new Map([...begun, ...named].map((one) => [one.id, one]));
  return {
    accounts: [...accounts.values()].slice(0, MAX_FOUND),
    professionals: await findProfessionals(db, PROFESSIONAL_BY.name(words)),
  };
}
