import type { Operator, Runtime } from "../../context.server.ts";
import { IDLE, LONGEST, SEEN_EVERY } from "../rules.ts";
import { deleteLogin, noteSeen, operatorOfLogin } from "./store.server.ts";

/**
 * Finds the operator of a login that has been used within half an hour and is no older than twelve
 * (rule: operator-login). This use of it is noted.
 */
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

/** Ends this login; one that is over is no error. */
export async function logOutOperator(runtime: Runtime, token: string | null): Promise<void> {
  if (token) await deleteLogin(runtime.db, token);
}
