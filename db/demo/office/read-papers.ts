import { and, asc, eq, sql } from "drizzle-orm";
import type { Context } from "#core/context.server.ts";
import { MINUTE } from "#core/durations.ts";
import { recordAct, recordReading } from "#core/operators/acts/record-act.server.ts";
import {
  operators,
  professionalProfiles,
  profiles,
  proofFiles,
  proofs,
} from "#core/tables.server.ts";
import { keepPaper } from "#core/verifications/keep-papers.server.ts";
import { deletionOf, isPaper } from "#core/verifications/rules.ts";
import { paperOf } from "../paper-of.ts";

/**
 * Gives what stands behind the demo's ticks its papers, an operator who has opened each, and her acts
 * (rule: tick), where they are not there yet.
 *
 * @param by her e-mail.
 */
export async function readPapers(ctx: Omit<Context, "actor">, by: string): Promise<void> {
  const [reader] = await ctx.db.select().from(operators).where(eq(operators.email, by));
  const accepted = await listUnread(ctx);
  if (!reader) return;
  const at = (now: Date) => ({
    ...{ ...ctx, actor: null, now: () => now },
    operator: { operatorId: reader.id, name: reader.name, roles: reader.roles },
  });
  const readOne = async (paper: (typeof accepted)[number]): Promise<void> => {
    const { id, kind, title, name, issuer, createdAt, decidedAt, ...days } = paper;
    if (!isPaper(kind) || !decidedAt) return;
    const lines = [title, name, issuer, days.issuedOn].map(String);
    const given = at(createdAt);
    const fileId = await keepPaper(given, paperOf("Document", lines));
    const deleteAfter = deletionOf({ status: "accepted", ...days }, decidedAt);
    await ctx.db
      .update(proofFiles)
      .set({ proofId: id, deleteAfter })
      .where(eq(proofFiles.id, fileId));
    const before = new Date(decidedAt.getTime() - 5 * MINUTE);
    await recordReading(at(before), { kind: "proof", id });
  };
  await Promise.all(accepted.map(readOne));
  await ctx.db.transaction(async (tx) => {
    for (const { kind, userId, professionalId, decidedAt, ...words } of accepted) {
      if (!decidedAt) continue;
      const { title: paperTitle, issuer, issuedOn, expiresOn } = words;
      const read = isPaper(kind) ? { paperTitle, issuer, issuedOn, expiresOn } : {};
      await recordAct(at(decidedAt), tx, {
        ...{ act: "proof_accepted", object: { kind: "verification", id: professionalId } },
        ...{ personId: userId, before: { [kind]: "waiting", ...read } },
        after: { [kind]: "accepted", ...read },
      });
    }
  });
}

/** What is accepted, and no operator's act says so, what was decided first at its head. */
function listUnread({ db }: Pick<Context, "db">) {
  return db
    .select({
      ...{ id: proofs.id, kind: proofs.kind, professionalId: proofs.professionalId },
      ...{ title: proofs.title, issuer: proofs.issuer, issuedOn: proofs.issuedOn },
      ...{ expiresOn: proofs.expiresOn, createdAt: proofs.createdAt, decidedAt: proofs.decidedAt },
      userId: profiles.id,
      name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
    })
    .from(proofs)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, proofs.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(
      and(
        eq(proofs.status, "accepted"),
        sql`${proofs.kind} in ('company', 'diploma', 'insurance') and not exists (
          select from acts where act = 'proof_accepted' and object_id = ${proofs.professionalId}::text
            and ${proofs.kind} = any(fields) and at >= ${proofs.decidedAt})`,
      ),
    )
    .orderBy(asc(proofs.decidedAt), asc(proofs.id));
}
