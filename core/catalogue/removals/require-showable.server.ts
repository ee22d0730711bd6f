import { eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { offerings } from "../../tables.server.ts";
import type { Withheld } from "../schema.ts";

/** Null without a decision in force (rule: reported-content). */
export const withheldAs = (offering: SQL) => sql<Withheld | null>`case
  when ${offering}.withheld_at is null then null
  when exists (
    select from content_decisions decision
    where decision.offering_id = ${offering}.id and decision.measure = 'removed'
      and decision.ended_at is null) then 'removed'
  else 'hidden' end`;

export async function isRemoved(db: Executor, id: string): Promise<boolean> {
  const [found] = await db
    .select({ as: withheldAs(sql`${offerings}`) })
    .from(offerings)
    .where(eq(offerings.id, id));
  return found?.as === "removed";
}

type Judged = Pick<typeof offerings.$inferSelect, "id" | "withheldAt">;

/** @throws AppError `conflict` once taken away for good (rule: reported-content). */
export async function requireCorrectable(db: Executor, { id, withheldAt }: Judged): Promise<void> {
  if (withheldAt === null || !(await isRemoved(db, id))) return;
  const message =
    "Cette offre a été retirée par une décision : elle ne peut plus être modifiée. Si vous n'êtes pas d'accord, demandez une relecture depuis sa page d'édition.";
  throw new AppError("conflict", { message });
}

/** @throws AppError `conflict` for what a decision hides (rule: reported-content). */
export async function requireShowable(db: Executor, offering: Judged): Promise<void> {
  if (offering.withheldAt === null) return;
  await requireCorrectable(db, offering);
  const message =
    "Cette offre est masquée par une décision : corrigez-la, puis demandez une relecture depuis sa page d'édition.";
  throw new AppError("conflict", { message });
}
