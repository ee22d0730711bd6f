import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, USER_AGENT_MAX } from "../../context.server.ts";
import type { Act } from "../acts/labels.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { insertLogin, type StoredOperator } from "./store.server.ts";

/**
 * Opens a login of somebody who has proved to be this operator, and writes it down as the last thing
 * of the transaction.
 *
 * @returns its token, for the operators' own cookie.
 */
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
