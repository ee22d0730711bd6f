import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { renameInAlerts } from "../alerts/reread-alerts.server.ts";
import {
  findType,
  lockTypes,
  mergeType,
  nameType,
  settleType,
  type TypeRow,
} from "../catalogue/activity-types/manage-types.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { renameInFigures } from "../figures/site/show-site-figures.server.ts";
import { enqueueMails } from "../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import type { Act } from "../operators/acts/labels.ts";
import { findNewestAct, recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { DECISIONS, seenAs, stateOf } from "./rules.ts";
import {
  type CategoryDecision,
  type CategoryLine,
  type CategoryView,
  categoryDecision,
  categoryKey,
} from "./schema.ts";
import { readCategories, readCategory, readProposals, readUsers } from "./store.server.ts";

const ACTS = {
  accept: "category_accepted",
  rename: "category_renamed",
  merge: "category_merged",
  refuse: "category_refused",
  withdraw: "category_withdrawn",
} as const satisfies Record<CategoryDecision["decision"], Act>;

/** Decides, and tells its users (rule: category-care). @throws AppError `not_found`, `conflict` */
export async function decideCategory(ctx: Context, input: unknown): Promise<string> {
  requireOperator(ctx, "administration");
  const asked = parseInput(categoryDecision, input);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockTypes(tx);
    const type = await findType(tx, { id: asked.typeId });
    if (!type) throw new AppError("not_found", { message: "Cette catégorie n'existe pas." });
    requireDecidable(type, asked);
    const users = type.acceptedAt ? [] : await readUsers(tx, type.id);
    const name = await applyDecision(tx, type, asked, now);
    if (name !== type.name) {
      await renameInAlerts(tx, type.name, name);
      await renameInFigures(tx, type.name, name);
      const typeId = asked.decision === "merge" ? asked.intoId : type.id;
      await ctx.jobs.send(tx, "refresh-category", { typeId });
    }
    await enqueueMails<"category-decided">(
      ctx,
      tx,
      users.map(({ email: to }) => ({
        ...{ kind: "category-decided", reference: newId(), to, data: { typeId: type.id } },
      })),
    );
    await recordAct(ctx, tx, {
      act: ACTS[asked.decision],
      object: { kind: "category", id: type.id },
      personId: users.length === 1 ? users[0]?.userId : null,
      ...{ reason: asked.reason, before: { name: type.name }, after: { name } },
    });
    return name;
  });
}

function requireDecidable(type: TypeRow, { decision, seen }: CategoryDecision): void {
  const state = stateOf(type);
  if (state === "filter" && decision !== "rename") {
    const message =
      "C'est une des neuf catégories du filtre : elle peut changer de nom, et d'autres peuvent s'y fondre.";
    throw new AppError("conflict", { message });
  }
  const isOld = seen !== undefined && seen !== seenAs(state, type.name);
  if (isOld || !DECISIONS[state].includes(decision)) {
    const message = "Quelqu'un a déjà décidé de cette catégorie : relisez-la.";
    throw new AppError("conflict", { message });
  }
}

async function applyDecision(
  tx: Transaction,
  type: TypeRow,
  asked: CategoryDecision,
  now: Date,
): Promise<string> {
  switch (asked.decision) {
    case "accept": {
      const name = asked.name || type.name;
      await rename(tx, type, name, now);
      await settleType(tx, type.id, { acceptedAt: now, decidedAt: now });
      return name;
    }
    case "rename":
      if (asked.name === type.name) throw refusal("name", "C'est déjà son nom.");
      await rename(tx, type, asked.name, now);
      await settleType(tx, type.id, { acceptedAt: type.acceptedAt, decidedAt: now });
      return asked.name;
    case "merge": {
      const into = asked.intoId === type.id ? null : await findType(tx, { id: asked.intoId });
      if (!into?.acceptedAt) throw refusal("intoId", "Choisissez une catégorie offerte à tous.");
      await mergeType(tx, type, into, now);
      return into.name;
    }
    default:
      await settleType(tx, type.id, { acceptedAt: null, decidedAt: now });
      return type.name;
  }
}

/** @throws AppError `invalid_input` for a name in use, or used before. */
async function rename(tx: Transaction, type: TypeRow, name: string, now: Date): Promise<void> {
  if (name === type.name) return;
  const other = await findType(tx, { name });
  if (other && other.id !== type.id && other.mergedIntoId !== type.id) {
    const owner = other.mergedIntoId && (await findType(tx, { id: other.mergedIntoId }));
    throw refusal(
      "name",
      owner
        ? `« ${other.name} » mène déjà à « ${owner.name} » : fusionnez-les.`
        : `« ${other.name} » existe déjà : fusionnez-les.`,
    );
  }
  await nameType(tx, type, name, now);
}

function refusal(field: string, text: string): AppError {
  return new AppError("invalid_input", { fields: { [field]: [text] } });
}

const byName = new Intl.Collator("fr");

/** @throws AppError `not_found`. */
export async function listCategories(ctx: Context): Promise<CategoryLine[]> {
  requireOperator(ctx);
  const found = await readCategories(ctx.db);
  return found.sort((one, other) => byName.compare(one.name, other.name));
}

/** @throws AppError `not_found`. */
export async function listProposals(ctx: Context): Promise<CategoryLine[]> {
  requireOperator(ctx);
  return readProposals(ctx.db);
}

/** @throws AppError `not_found`, `invalid_input`. */
export async function showCategory(ctx: Context, input: unknown): Promise<CategoryView> {
  requireOperator(ctx);
  const { typeId } = parseInput(categoryKey, input);
  const found = await readCategory(ctx.db, typeId);
  if (!found) throw new AppError("not_found", { message: "Cette catégorie n'existe pas." });
  return found;
}

export interface CategoryMail {
  decision: "accepted" | "merged" | "refused";
  before: string;
  name: string;
  reason: string | null;
  pageUrl: string;
}

const DECIDED = {
  category_accepted: "accepted",
  category_merged: "merged",
  category_refused: "refused",
} as const;

export async function readCategoryMail(
  ctx: Context,
  { data: { typeId } }: QueuedMail<"category-decided">,
): Promise<CategoryMail | null> {
  const type = await findType(ctx.db, { id: typeId });
  const object = { kind: "category", id: typeId } as const;
  const acts = Object.keys(DECIDED) as (keyof typeof DECIDED)[];
  const act = await findNewestAct(ctx.db, object, acts);
  if (!type || !act?.details) return null;
  const { reason = null, before, after } = act.details;
  return {
    decision: DECIDED[act.act as keyof typeof DECIDED],
    ...{ before: String(before?.name), name: String(after?.name), reason },
    pageUrl: ctx.config.appUrl + addresses.ownOfferings,
  };
}
