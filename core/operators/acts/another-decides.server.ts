import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { Role } from "../../roles.ts";
import { requireOperator } from "../rules.ts";
import type { Act, ObjectKind } from "./labels.ts";
import { ANOTHER_ANSWERS, type Answering } from "./rules.ts";
import { hasColleague, hasDecided } from "./store.server.ts";

/** Acts by which each kind is decided, and the role that answers its contests. */
const CONTESTABLE = {
  content: {
    acts: [
      ...(["content_kept", "content_to_correct", "picture_taken_down"] as const),
      ...(["content_hidden", "content_removed"] as const),
    ],
    role: "assistance",
  },
  review: { acts: ["review_published", "reply_removed", "review_refused"], role: "assistance" },
  letter: { acts: ["letter_kept", "letter_removed"], role: "assistance" },
  account: { acts: ["account_suspended", "notice_given"], role: "administration" },
} as const satisfies { [Kind in ObjectKind]?: { acts: readonly Act[]; role: Role } };

export interface Contested {
  kind: keyof typeof CONTESTABLE;
  id: string;
  decidedAts: readonly Date[];
}

/** Whether this operator may answer these contests (rule: another-decides). */
export async function whoAnswers(
  ctx: Context,
  db: Executor,
  { kind, id, decidedAts }: Contested,
): Promise<Answering> {
  const { operatorId } = requireOperator(ctx);
  const { acts, role } = CONTESTABLE[kind];
  if (!(await hasDecided(db, { kind, id }, { acts, operatorId, decidedAts }))) return "this";
  return (await hasColleague(db, operatorId, role)) ? "another" : "nobody_else";
}

/** The act's value. @throws AppError `forbidden` to the author, unless nobody else could. */
export async function requireAnother(
  ctx: Context,
  tx: Transaction,
  contested: Contested,
): Promise<{ nobodyElse?: true }> {
  const answering = await whoAnswers(ctx, tx, contested);
  if (answering === "another") throw new AppError("forbidden", { message: ANOTHER_ANSWERS });
  return answering === "nobody_else" ? { nobodyElse: true } : {};
}
