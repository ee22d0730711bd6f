import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, type Operator, type Runtime, USER_AGENT_MAX } from "../../context.server.ts";
import type { Act } from "../acts/labels.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { IDLE, LONGEST, SEEN_EVERY } from "../rules.ts";
import {
  deleteLogin,
  insertLogin,
  noteSeen,
  operatorOfLogin,
  type StoredOperator,
} from "./store.server.ts";

/** For somebody proved to be this operator; last in its transaction. Answers the cookie's token. */
export async function openLogin(
  ctx: Context,
  tx: Transaction,
  { id: operatorId, name, roles }: StoredOperator,
  { act, passkeyId = null }: { act: Act; passkeyId?: string | null },
): Promise<string> {
  const now = ctx.now();
  const token = newSecret();
  await insertLogin(tx, {
    ...{ tokenHash: hashSecret(token), operatorId, passkeyId, openedAt: now, seenAt: now },
    userAgent: ctx.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
  });
  const object = { kind: "operator" as const, id: operatorId };
  await recordAct({ ...ctx, operator: { operatorId, name, roles } }, tx, { act, object });
  return token;
}

/** Notes the use of a login that is not over (rule: operator-login). */
export async function resolveOperator(
  runtime: Runtime,
  token: string | null,
): Promise<Operator | null> {
  if (!token) return null;
  const now = runtime.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const found = await operatorOfLogin(runtime.db, token, { opened: ago(LONGEST), seen: ago(IDLE) });
  if (!found) return null;
  const { seenAt, openedAt, passkeyId, ...operator } = found;
  if (seenAt <= ago(SEEN_EVERY)) await noteSeen(runtime.db, token, now);
  return { ...operator, login: { openedAt, passkeyId } };
}

/** One that is over is no error. */
export async function logOutOperator(runtime: Runtime, token: string | null): Promise<void> {
  if (token) await deleteLogin(runtime.db, token);
}
