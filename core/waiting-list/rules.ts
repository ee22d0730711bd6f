import { isNight } from "../dates.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { type Cents, cents } from "../money.ts";

/** Slots to come for one person (rule: waiting-list). */
export const MAX_ENTRIES = 10;
const OFFER_LIFETIME = 30 * MINUTE;
const SHORT_OFFER_WITHIN = 3 * HOUR;
const SHORT_LIFETIME = 10 * MINUTE;
/** Closer to its start, a slot waits for nobody's answer. */
const LAST_CALL = 90 * MINUTE;
/** Offers without an answer, after which seats are open to all. */
const MAX_UNANSWERED = 3;

export interface Waiting {
  id: string;
  seats: number;
  /** With free seats: it was told, let them pass, or did not answer. */
  hadTurnAt: Date | null;
  missedAt: Date | null;
  offer: Offer | null;
}

export interface Offer {
  at: Date;
  until: Date;
  priceCents: Cents;
}

export interface FreeSlot {
  start: Date;
  closesAt: Date;
  free: number;
  since: Date | null;
  /** Its professional may be away, or cannot be paid. */
  isOpen: boolean;
}

export type Move<Entry> =
  | { move: "offer"; entry: Entry; until: Date }
  /** Open to all: `entries` are told, and `past` have had their turn. */
  | { move: "tell"; entries: Entry[]; past: Entry[] }
  | { move: "wait"; past: Entry[] };

/** Null when nobody fits in, or all have had their turn (rule: waiting-list). */
export function nextMove<Entry extends Waiting>(
  line: readonly Entry[],
  slot: FreeSlot,
  now: Date,
): Move<Entry> | null {
  const waiting = line.filter((entry) => isAwaiting(entry, slot));
  const [entry] = waiting;
  if (!entry) return null;
  if (!slot.isOpen) return { move: "wait", past: waiting };
  const until = offerEnd(slot, now);
  const unanswered = line.filter((one) => isSince(one.missedAt, slot)).length;
  if (until && unanswered < MAX_UNANSWERED) return { move: "offer", entry, until };
  // Those who did not answer may have come back; those who let the seats pass do not want them.
  const past = line.filter((one) => fits(one, slot));
  const entries = past.filter((one) => isAwaiting(one, slot) || isSince(one.missedAt, slot));
  return { move: "tell", entries, past };
}

export function offerEnd({ start, closesAt }: Pick<FreeSlot, "start" | "closesAt">, now: Date) {
  const ahead = start.getTime() - now.getTime();
  if (isNight(now) || ahead < LAST_CALL) return null;
  const until = new Date(
    now.getTime() + (ahead <= SHORT_OFFER_WITHIN ? SHORT_LIFETIME : OFFER_LIFETIME),
  );
  return until > closesAt ? null : until;
}

/** Must equal `isAwaited` of occupancy. */
function isAwaiting(entry: Waiting, slot: FreeSlot): boolean {
  if (!fits(entry, slot)) return false;
  return entry.hadTurnAt === null || (slot.since !== null && entry.hadTurnAt < slot.since);
}

const fits = ({ seats, offer }: Waiting, { free }: FreeSlot) => offer === null && seats <= free;

const isSince = (instant: Date | null, { since }: FreeSlot) =>
  instant !== null && since !== null && instant >= since;

export function offeredPrice({ priceCents }: Pick<Offer, "priceCents">, nowCents: Cents): Cents {
  return cents(Math.min(priceCents, nowCents));
}
