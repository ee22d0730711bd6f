import { randomBytes } from "node:crypto";
import type { Transaction } from "#platform/postgres.server.ts";
import { shareCode } from "./rules.ts";
import { keepShareCode, readShareCode } from "./store.server.ts";

/** Gives a slot its short address, unless it has one: people keep the links that they were sent. */
export async function giveShareCode(tx: Transaction, slotId: string): Promise<void> {
  if (await readShareCode(tx, slotId)) return;
  // One of half a thousand million is hardly ever taken.
  while (!(await keepShareCode(tx, slotId, shareCode(randomBytes(6))))) {}
}
