import type { Executor } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { isRemoved } from "./store.server.ts";

interface Withheld {
  id: string;
  withheldAt: Date | null;
}

/** @throws AppError `conflict` once taken away for good (rule: reported-content). */
export async function requireCorrectable(
  db: Executor,
  { id, withheldAt }: Withheld,
): Promise<void> {
  if (withheldAt === null || !(await isRemoved(db, id))) return;
  const message =
    "Cette offre a été retirée par une décision : elle ne peut plus être modifiée. Si vous n'êtes pas d'accord, demandez une relecture depuis sa page d'édition.";
  throw new AppError("conflict", { message });
}

/** @throws AppError `conflict` for what a decision hides (rule: reported-content). */
export async function requireShowable(db: Executor, offering: Withheld): Promise<void> {
  if (offering.withheldAt === null) return;
  await requireCorrectable(db, offering);
  const message =
    "Cette offre est masquée par une décision : corrigez-la, puis demandez une relecture depuis sa page d'édition.";
  throw new AppError("conflict", { message });
}
