import * as addresses from "#site/addresses.ts";
import { findType } from "../catalogue/activity-types/change-type.server.ts";
import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findNewestAct } from "../operators/acts/record-act.server.ts";

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

/** Null once it is decided otherwise, or what was said of it is erased. */
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
