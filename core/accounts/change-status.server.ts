import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Leaver } from "../mailbox.ts";
import { closeLogins } from "./logins/store.server.ts";
import type { Profile } from "./schema.ts";
import { anonymise, setStatus, noteUse as writeUse } from "./store.server.ts";

export { holdStatus } from "./store.server.ts";

type AccountStatus = Profile["accountStatus"];

export async function changeStatus(tx: Transaction, userId: string, status: AccountStatus) {
  await setStatus(tx, userId, status);
  if (status !== "active") await closeLogins(tx, userId);
}

/** Keeps the row that others refer to, without name, e-mail or way in. */
export async function anonymiseAccount(tx: Transaction, leaver: Leaver): Promise<void> {
  await anonymise(tx, leaver);
  await changeStatus(tx, leaver.userId, "deleted");
}

/** Marks an account as used when its owner has booked (rule: unused-accounts). */
export function noteUse(ctx: Context, db: Executor, userId: string): Promise<void> {
  return writeUse(db, userId, ctx.now());
}
