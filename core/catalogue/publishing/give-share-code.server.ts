import { randomBytes } from "node:crypto";
import type { Transaction } from "#platform/postgres.server.ts";
import { shareCode } from "./rules.ts";
import { keepShareCode, readShareCode } from "./store.server.ts";

/** Keeps an earlier one: people may keep a link that was sent to them. */
export async function giveShareCode(tx: Transaction, slotId: string): Promise<void> {
  if (await readShareCode(tx, slotId)) return;
  // Half a thousand million codes: one is hardly ever taken.
  while (!(await keepShareCode(tx, slotId, shareCode(randomBytes(6))))) {}
}
