import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { rightsOf } from "../subscriptions/rules.ts";
import { currentPlan } from "../subscriptions/show-subscription.server.ts";
import { boostDays, boostHours, boostMonth } from "./rules.ts";
import { type BoostPage, type BoostView, chooseBoostInput, withdrawBoostInput } from "./schema.ts";
import { deleteBoost, listBoostable, listBoosts, writeBoost } from "./store.server.ts";

async function permitBoosts(ctx: Context): Promise<string> {
  const { userId, professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  if (!rightsOf(await currentPlan(ctx.db, { userId, now: ctx.now() })).boosts) {
    throw new AppError("forbidden", { message: "Le boost fait partie de Premium." });
  }
  return professionalId;
}

/** @throws AppError `forbidden` by plan. */
export async function showBoost(ctx: Context): Promise<BoostPage> {
  const { userId, professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const now = ctx.now();
  const [plan, boosts, sessions] = await Promise.all([
    currentPlan(ctx.db, { userId, now }),
    listBoosts(ctx.db, professionalId, boostMonth(dayKey(now))),
    listBoostable(ctx.db, professionalId),
  ]);
  const spent = new Set(
    boosts.filter(({ from }) => from <= now).map(({ from }) => boostMonth(dayKey(from))),
  );
  return {
    isOpen: rightsOf(plan).boosts,
    boosts: boosts.map((boost) => viewBoost(boost, now)),
    sessions,
    days: boostDays(now).filter((day) => !spent.has(boostMonth(day))),
  };
}

function viewBoost(boost: Omit<BoostView, "state">, now: Date): BoostView {
  const state = boost.from > now ? "coming" : boost.until > now ? "now" : "over";
  return { ...boost, state };
}

/** Until it begins (rule: boost). @throws AppError `forbidden` by plan, `conflict` once begun. */
export async function chooseBoost(
  ctx: Context,
  input: z.input<typeof chooseBoostInput>,
): Promise<BoostView> {
  requireActor(ctx);
  const { sessionId: offeringId, day } = parseInput(chooseBoostInput, input);
  const professionalId = await permitBoosts(ctx);
  const now = ctx.now();
  if (!boostDays(now).includes(day)) throw wrong("day", "Choisissez un jour dans les 30 à venir");
  const own = await listBoostable(ctx.db, professionalId);
  if (!own.some(({ id }) => id === offeringId)) {
    throw wrong("sessionId", "Choisissez une de vos séances ou activités en ligne");
  }
  const month = boostMonth(day);
  const boost = { professionalId, offeringId, month, ...boostHours(day, now) };
  const id = await ctx.db.transaction((tx) => writeBoost(tx, boost, now));
  if (id === null) {
    const message = "Votre boost de ce mois-ci est déjà utilisé.";
    throw new AppError("conflict", { message, fields: { day: [message] } });
  }
  const all = await listBoosts(ctx.db, professionalId, month);
  const written = all.find((one) => one.id === id);
  if (!written) throw new AppError("conflict");
  return viewBoost(written, now);
}

function wrong(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: [message] } });
}

/** Before it begins (rule: boost). @throws AppError `forbidden` by plan, `not_found` once begun. */
export async function withdrawBoost(
  ctx: Context,
  input: z.input<typeof withdrawBoostInput>,
): Promise<void> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const { boostId: id } = parseInput(withdrawBoostInput, input);
  if (!(await deleteBoost(ctx.db, { id, professionalId }, ctx.now()))) {
    throw new AppError("not_found", { message: "Ce boost a commencé, ou n'existe plus." });
  }
}
