import { z } from "zod";
import type { Simulator } from "./simulator.ts";

const repeated = {
  /** How many times it strikes; null = until it is cleared. */
  times: z.number().int().min(1).nullable().default(1),
  /** Chance that it strikes when it matches. */
  probability: z.number().gt(0).max(1).default(1),
};
const onRequests = {
  ...repeated,
  /** Address below the host, `*` stands for anything: `/v1/refunds`, `/v1/checkout/*`. */
  path: z.string().default("*"),
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  /** true: the work is done and only its answer is lost. */
  after_execution: z.boolean().default(false),
};
const onWebhooks = {
  ...repeated,
  /** Event type, `*` stands for anything. */
  event: z.string().default("*"),
};

/** Faults that wait for something to strike. */
const waiting = [
  z.strictObject({
    type: z.literal("api_error"),
    status: z.union([z.literal(429), z.literal(500), z.literal(503)]),
    ...onRequests,
  }),
  z.strictObject({ type: z.literal("api_timeout"), ...onRequests }),
  z.strictObject({
    type: z.literal("api_delay"),
    delay_ms: z.number().int().min(1).max(600_000),
    ...onRequests,
  }),
  z.strictObject({
    type: z.literal("webhook_delay"),
    delay_ms: z.number().int().min(1).max(86_400_000),
    ...onWebhooks,
  }),
  z.strictObject({ type: z.literal("webhook_drop"), ...onWebhooks }),
  z.strictObject({
    type: z.literal("webhook_duplicate"),
    copies: z.number().int().min(1).max(20).default(1),
    ...onWebhooks,
  }),
  z.strictObject({
    type: z.literal("webhook_reorder"),
    window_ms: z.number().int().min(100).max(60_000).default(2_000),
    ...onWebhooks,
  }),
  z.strictObject({ type: z.literal("decline_invoices"), ...repeated }),
  /** A checkout that is paid stays complete and unpaid until `settle_payment` decides. */
  z.strictObject({
    type: z.literal("process_payments"),
    /** Strikes this checkout only, or whichever is paid next when left out. */
    checkout: z.string().optional(),
    ...repeated,
  }),
  z.strictObject({
    type: z.literal("refuse_refunds"),
    code: z.enum(["balance_insufficient", "charge_disputed"]).default("balance_insufficient"),
    ...repeated,
  }),
  /** As of an account whose balance is smaller than what is taken back. */
  z.strictObject({ type: z.literal("refuse_reversals"), ...repeated }),
  z.strictObject({
    type: z.literal("fail_next_refunds"),
    after_seconds: z.number().int().min(0).default(0),
    ...repeated,
  }),
] as const;

export const waitingFault = z.discriminatedUnion("type", waiting);
export type WaitingFault = z.infer<typeof waitingFault>;
type FaultOf<T extends WaitingFault["type"]> = Extract<WaitingFault, { type: T }>;
export type StoredFault = WaitingFault & { id: number; remaining: number | null; matched: number };

export function addFault(sim: Simulator, fault: WaitingFault): StoredFault {
  const { lastInsertRowid } = sim.db
    .prepare("INSERT INTO faults (type, body, remaining) VALUES (?, ?, ?)")
    .run(fault.type, JSON.stringify(fault), fault.times);
  return { ...fault, id: Number(lastInsertRowid), remaining: fault.times, matched: 0 };
}

export function listFaults(sim: Simulator): StoredFault[] {
  return sim.db
    .prepare("SELECT id, body, remaining, matched FROM faults ORDER BY id")
    .all()
    .map((row) => ({
      ...(JSON.parse(String(row.body)) as WaitingFault),
      id: Number(row.id),
      remaining: row.remaining === null ? null : Number(row.remaining),
      matched: Number(row.matched),
    }));
}

/** Clears one fault, or all of them; returns how many there were. */
export function clearFaults(sim: Simulator, id: number | null): number {
  const result = sim.db.prepare("DELETE FROM faults WHERE id = coalesce(?, id)").run(id);
  return Number(result.changes);
}

/** `*` matches any run of characters. */
export function matches(pattern: string, text: string): boolean {
  const escaped = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`).test(text);
}

/** The first fault of one of these types that strikes now, counted down; `matched` is its turn. */
export function strike<T extends WaitingFault["type"]>(
  sim: Simulator,
  types: readonly T[],
  applies: (fault: FaultOf<T>) => boolean,
): (FaultOf<T> & { matched: number }) | undefined {
  for (const fault of listFaults(sim)) {
    if (!(types as readonly string[]).includes(fault.type)) continue;
    if (fault.remaining === 0 || !applies(fault as unknown as FaultOf<T>)) continue;
    if (fault.probability < 1 && Math.random() >= fault.probability) continue;
    sim.db
      .prepare("UPDATE faults SET remaining = remaining - 1, matched = matched + 1 WHERE id = ?")
      .run(fault.id);
    return fault as unknown as FaultOf<T> & { matched: number };
  }
  return undefined;
}
