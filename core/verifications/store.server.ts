import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  or,
  sql,
} from "drizzle-orm";
import type { Establishment } from "#platform/company-register.server.ts";
import { newId } from "#platform/ids.server.ts";
import { type Executor, type Reader, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import {
  operators,
  professionalProfiles,
  profiles,
  proofFiles,
  proofs,
  readings,
} from "../tables.server.ts";
import { deletionOf, type ProofKind } from "./rules.ts";
import type { OpenVerification, ProofView } from "./schema.ts";

type NewProof = Omit<typeof proofs.$inferInsert, "id">;

const { professionalId: _, ...shown } = getTableColumns(proofs);
const viewColumns = { ...shown, file: { type: proofFiles.type, bytes: proofFiles.bytes } };

export async function listProofs(db: Executor, professionalId: string): Promise<ProofView[]> {
  return db
    .select(viewColumns)
    .from(proofs)
    .leftJoin(proofFiles, eq(proofFiles.proofId, proofs.id))
    .where(eq(proofs.professionalId, professionalId))
    .orderBy(desc(proofs.createdAt), desc(proofs.id));
}

export async function listAccepted(db: Reader, professionalId: string): Promise<ProofView[]> {
  return db
    .select(viewColumns)
    .from(proofs)
    .leftJoin(proofFiles, eq(proofFiles.proofId, proofs.id))
    .where(and(eq(proofs.professionalId, professionalId), eq(proofs.status, "accepted")))
    .orderBy(sql`array_position(array['company', 'identity', 'diploma', 'title', 'insurance'],
      ${proofs.kind})`);
}

export async function findHolder(db: Executor, professionalId: string) {
  const [row] = await db
    .select({
      professionalId: professionalProfiles.id,
      userId: professionalProfiles.userId,
      businessName: professionalProfiles.businessName,
      city: professionalProfiles.businessCity,
      postalCode: professionalProfiles.businessPostalCode,
      siret: professionalProfiles.siret,
      accountId: professionalProfiles.stripeConnectAccountId,
      isVerified: professionalProfiles.isVerified,
      email: profiles.email,
      isOpen: sql<boolean>`${profiles.accountStatus} = 'active'`,
      name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
    })
    .from(professionalProfiles)
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(eq(professionalProfiles.id, professionalId));
  return row ?? null;
}

export async function findProfessionalOf(db: Executor, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(eq(profiles.email, email))
    .orderBy(desc(professionalProfiles.createdAt), desc(professionalProfiles.id))
    .limit(1);
  return row?.id ?? null;
}

/** Whoever changes their proofs waits for each other. */
export async function lockHolder(tx: Transaction, professionalId: string) {
  await tx
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, professionalId))
    .for("no key update");
  return findHolder(tx, professionalId);
}

export async function findProof(db: Executor, id: string) {
  const [row] = await db.select().from(proofs).where(eq(proofs.id, id));
  return row ?? null;
}

export async function insertProof(tx: Transaction, proof: NewProof): Promise<string> {
  const id = newId();
  await tx.insert(proofs).values({ id, ...proof });
  return id;
}

/** Sets their documents' last day too. */
export async function changeProofs(
  tx: Transaction,
  where: { professionalId: string; kind: ProofKind; status: "waiting" | "accepted" },
  change: Partial<NewProof> & Pick<NewProof, "status">,
  now: Date,
): Promise<{ id: string }[]> {
  const { professionalId, kind, status } = where;
  const changed = await tx
    .update(proofs)
    .set(change)
    .where(
      and(
        eq(proofs.professionalId, professionalId),
        eq(proofs.kind, kind),
        eq(proofs.status, status),
      ),
    )
    .returning({ id: proofs.id, status: proofs.status, expiresOn: proofs.expiresOn });
  for (const proof of changed) {
    await tx
      .update(proofFiles)
      .set({ deleteAfter: deletionOf(proof, now) })
      .where(eq(proofFiles.proofId, proof.id));
  }
  return changed;
}

export async function writeCheck(
  tx: Transaction,
  id: string,
  { register, checkedAt }: { register?: Establishment; checkedAt: Date },
): Promise<void> {
  await tx
    .update(proofs)
    .set({ checkedAt, ...(register && { register }) })
    .where(eq(proofs.id, id));
}

export async function listWaiting(db: Executor): Promise<OpenVerification[]> {
  // A company waits for the register before it waits for anybody here.
  const found = await db.execute(sql`
    select p.id as "professionalId", p.business_name as "businessName", p.business_city as city,
      array_agg(r.kind order by r.created_at) as kinds, min(r.created_at) as since
    from proofs r join professional_profiles p on p.id = r.professional_id
      join profiles u on u.id = p.user_id and u.account_status = 'active'
    where r.status = 'waiting' and (r.kind <> 'company' or r.register is not null)
    group by p.id order by since, p.id`);
  return rowsOf(found);
}

export async function insertFile(db: Executor, file: typeof proofFiles.$inferInsert) {
  await db.insert(proofFiles).values(file);
}

export async function attachFile(
  tx: Transaction,
  file: { id: string; proofId: string; deleteAfter: Date | null },
): Promise<void> {
  const { id, proofId, deleteAfter } = file;
  await tx.update(proofFiles).set({ proofId, deleteAfter }).where(eq(proofFiles.id, id));
}

export async function findFile(db: Executor, proofId: string) {
  const [row] = await db
    .select({
      id: proofFiles.id,
      type: proofFiles.type,
      kind: proofs.kind,
      professionalId: proofs.professionalId,
    })
    .from(proofFiles)
    .innerJoin(proofs, eq(proofs.id, proofFiles.proofId))
    .where(eq(proofs.id, proofId));
  return row ?? null;
}

export async function listSealedOtherwise(
  db: Executor,
  { current, after, limit }: { current: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: proofFiles.id })
    .from(proofFiles)
    .where(
      and(ne(proofFiles.sealedBy, current), after === null ? undefined : gt(proofFiles.id, after)),
    )
    .orderBy(asc(proofFiles.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function noteSealed(db: Executor, id: string, sealedBy: string): Promise<void> {
  await db.update(proofFiles).set({ sealedBy }).where(eq(proofFiles.id, id));
}

/** Also those of no proof since that instant. */
export async function listDueFiles(
  db: Executor,
  { now, strayBefore, limit }: { now: Date; strayBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: proofFiles.id })
    .from(proofFiles)
    .where(
      or(
        lt(proofFiles.deleteAfter, now),
        and(isNull(proofFiles.proofId), lt(proofFiles.createdAt, strayBefore)),
      ),
    )
    .orderBy(asc(proofFiles.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteFile(db: Executor, id: string): Promise<void> {
  await db.delete(proofFiles).where(eq(proofFiles.id, id));
}

export async function listReaders(db: Executor, proofIds: readonly string[]) {
  if (proofIds.length === 0) return [];
  return db
    .select({ name: operators.name, at: readings.at, proofId: readings.objectId })
    .from(readings)
    .innerJoin(operators, eq(operators.id, readings.operatorId))
    .where(and(eq(readings.objectKind, "proof"), inArray(readings.objectId, [...proofIds])))
    .orderBy(desc(readings.at))
    .limit(20);
}

export async function listEnding(db: Executor, until: string) {
  return db
    .select({
      id: proofs.id,
      kind: proofs.kind,
      expiresOn: sql<string>`${proofs.expiresOn}`,
      professionalId: proofs.professionalId,
      email: profiles.email,
    })
    .from(proofs)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, proofs.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(and(eq(proofs.status, "accepted"), sql`${proofs.expiresOn} <= ${until}`))
    .orderBy(asc(proofs.expiresOn), asc(proofs.id));
}

/** At most so many, also of those asked before. */
export async function listToCheck(
  db: Executor,
  { checkedBefore, triedBefore, limit }: { checkedBefore: Date; triedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: proofs.professionalId })
    .from(proofs)
    .where(
      and(
        inArray(proofs.kind, ["company", "identity"]),
        or(
          and(eq(proofs.status, "accepted"), lt(proofs.checkedAt, checkedBefore)),
          and(
            eq(proofs.status, "waiting"),
            isNull(proofs.checkedAt),
            lt(proofs.createdAt, triedBefore),
          ),
        ),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteProofsOf(tx: Transaction, userId: string, now: Date): Promise<void> {
  const own = sql`(select p.id from proofs p join professional_profiles b on b.id = p.professional_id
    where b.user_id = ${userId})`;
  await tx.update(proofFiles).set({ deleteAfter: now }).where(sql`${proofFiles.proofId} in ${own}`);
  await tx.delete(proofs).where(sql`${proofs.id} in ${own}`);
}
