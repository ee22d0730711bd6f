import { createHash } from "node:crypto";
import { newId, newSecret } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { signText } from "../../accounts/logins/sign-login.server.ts";
import type { Context } from "../../context.server.ts";
import { requireOperator } from "../rules.ts";
import type { Act, ObjectKind } from "./labels.ts";
import type { Deed } from "./schema.ts";
import {
  insertReading,
  listRead,
  lockLastAct,
  readNewestAct,
  writeAct,
  writeAnchor,
} from "./store.server.ts";

export { erasePersonsActs } from "./store.server.ts";

/**
 * Last in its transaction, as operators wait for each other from here on (rule: chained-acts).
 * @throws AppError `not_found` when nobody acts as an operator.
 */
export async function recordAct(ctx: Context, tx: Transaction, deed: Deed): Promise<void> {
  const { operatorId } = requireOperator(ctx);
  const { act, object, personId = null, reason = null, before = {}, after = {} } = deed;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const hasDetails = reason !== null || fields.length > 0;
  const content = hasDetails ? JSON.stringify({ reason, before, after }) : null;
  const salt = newSecret();
  const previous = await lockLastAct(tx);
  const number = previous.number + 1;
  const detailsHash =
    content === null
      ? null
      : createHash("sha256")
          .update(salt + content)
          .digest("hex");
  const hash = await writeAct(
    tx,
    {
      ...{ number, at: ctx.now(), operatorId, act, fields, detailsHash },
      ...{ objectKind: object.kind, objectId: object.id },
    },
    previous.hash,
    content === null ? null : { number, personId, salt, content },
  );
  const signature = await signText(ctx, `${number} ${hash}`, tx);
  await writeAnchor(tx, "acts_head", { number, hash, signature });
  // A copy of the database that is put back later lacks this line.
  ctx.log.info({ number, hash }, "operator act");
}

/** One row a screen or command, outside the chain. */
export async function recordReading(
  ctx: Context,
  object: { kind: ObjectKind; id: string },
): Promise<void> {
  const { operatorId } = requireOperator(ctx);
  const row = { id: newId(), operatorId, at: ctx.now() };
  await insertReading(ctx.db, { ...row, objectKind: object.kind, objectId: object.id });
}

export function listOpened(
  ctx: Context,
  db: Executor,
  things: { kind: ObjectKind; ids: readonly string[] },
): Promise<string[]> {
  return listRead(db, requireOperator(ctx).operatorId, things);
}

export async function findNewestAct(
  db: Executor,
  object: { kind: ObjectKind; id: string },
  among: readonly Act[],
): Promise<{
  act: Act;
  operatorId: string | null;
  details: Pick<Deed, "reason" | "before" | "after"> | null;
} | null> {
  const found = await readNewestAct(db, object, among);
  if (!found) return null;
  const { act, operatorId, content } = found;
  return { act: act as Act, operatorId, details: content === null ? null : JSON.parse(content) };
}
