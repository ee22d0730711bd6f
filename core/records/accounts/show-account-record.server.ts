import { nameDevice } from "../../accounts/logins/show-security.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { listAccountDecisions } from "../../sanctions/contest-account-decision.server.ts";
import { findBilledPlan } from "../../subscriptions/billing/settle-billing.server.ts";
import { planName } from "../../subscriptions/labels.ts";
import { accountInput, type Happening } from "../schema.ts";
import { BOOKING_BY, findBookings } from "../search/store.server.ts";
import { listLogins, listMessages, listPrograms } from "../timeline/store.server.ts";
import {
  inOrder,
  tellActs,
  tellEventsAbout,
  tellEventsOf,
  tellMailsTo,
  toldByUs,
} from "../timeline/tell-payments.server.ts";
import { listPlans, readAccount } from "./store.server.ts";

type Row = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

/** With all that happened to it (rule: records). @throws AppError `not_found` for nobody. */
export async function showAccountRecord(ctx: Context, input: unknown) {
  requireOperator(ctx);
  const { userId } = parseInput(accountInput, input);
  const { db } = ctx;
  const row = await readAccount(db, userId);
  if (!row) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
  await recordReading(ctx, { kind: "account", id: userId });
  const { profile, professional } = row;
  const acts = await listActsOn(ctx, { kind: "account", id: userId });
  const plans = await tellPlans(ctx, userId);
  const { decisions, upcoming, answering } = await listAccountDecisions(ctx, userId);
  return {
    userId,
    name: [profile.firstName, profile.lastName].filter(Boolean).join(" "),
    email: profile.email,
    isConfirmed: row.emailVerified,
    status: profile.accountStatus,
    createdAt: profile.createdAt,
    lastActiveAt: profile.lastActiveAt,
    deletionAskedAt: profile.deletionAskedAt,
    ...{ professional, decisions, upcoming, answering },
    plan: await findBilledPlan(db, userId),
    booked: await findBookings(db, BOOKING_BY.client(userId)),
    received: professional ? await findBookings(db, BOOKING_BY.professional(professional.id)) : [],
    happenings: inOrder([
      ...tellAccount(row),
      ...(await tellLogins(ctx, userId)),
      ...plans.happenings,
      ...(await tellEventsAbout(db, plans.stripeIds)),
      ...(await tellEventsOf(db, professional?.accountId ?? null)),
      ...(await tellMailsTo(db, profile.email)),
      ...tellActs(acts),
    ]),
    acts,
  };
}

function tellAccount({ profile, professional }: Row): Happening[] {
  return toldByUs([
    { at: profile.createdAt, what: "Compte ouvert", more: null },
    { at: profile.deletionAskedAt, what: "Suppression demandée", more: null },
    {
      at: professional?.createdAt ?? null,
      what: "Profil professionnel créé",
      more: professional?.businessName ?? null,
    },
  ]);
}

async function tellLogins({ db }: Context, userId: string): Promise<Happening[]> {
  const logins = await listLogins(db, userId);
  const programs = await listPrograms(db, userId);
  const messages = await listMessages(db, userId);
  return toldByUs([
    ...logins.map(({ at, userAgent }) => {
      return { at, what: "Connexion, encore ouverte", more: nameDevice("browser", userAgent) };
    }),
    ...programs.map(({ at, userAgent }) => {
      return { at, what: "Accès d'un programme", more: nameDevice("program", userAgent) };
    }),
    ...messages.map(({ at, closedAt }) => {
      return { at, what: "Message au support", more: closedAt ? "classé" : "attend une réponse" };
    }),
  ]);
}

async function tellPlans({ db }: Context, userId: string) {
  const plans = await listPlans(db, userId);
  const happenings = plans.flatMap(({ plan, createdAt, cancelAt, pastDueSince }) => {
    const more = planName(plan) ?? plan;
    return toldByUs([
      { at: createdAt, what: "Abonnement", more },
      { at: pastDueSince, what: "Échéance impayée", more },
      { at: cancelAt, what: "Fin de l'abonnement", more },
    ]);
  });
  return { happenings, stripeIds: plans.flatMap(({ stripeId }) => stripeId ?? []) };
}
