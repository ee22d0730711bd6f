import type { SlotKind } from "../../catalogue/schema.ts";
import { AppError, ERROR_MESSAGES, type ErrorCode } from "../../errors.ts";
import type { SeatRefusal } from "../../occupancy/why-not-bookable.server.ts";
import { TAKEN_MESSAGE, UNPAYABLE_MESSAGE } from "../labels.ts";
import { tooFewMessage } from "../seats/labels.ts";

/** All others say that the slot cannot be booked. */
const CODES: Partial<Record<SeatRefusal, ErrorCode>> = {
  unknown: "not_found",
  own: "own_session",
};

const TAKEN: ReadonlySet<SeatRefusal> = new Set(["absence", "busy", "overlap"]);

export function refusalForSeat(
  kind: SlotKind,
  { refused, free }: { refused: SeatRefusal; free: number },
): AppError {
  if (refused === "professional_unavailable") {
    return new AppError("slot_unavailable", { message: UNPAYABLE_MESSAGE });
  }
  if (TAKEN.has(refused)) return new AppError("slot_unavailable", { message: TAKEN_MESSAGE });
  return refused === "too_few" ? tooFew(free) : refusal(kind, CODES[refused] ?? "slot_unavailable");
}

export function tooFew(free: number): AppError {
  const message = tooFewMessage(free);
  return new AppError("slot_unavailable", { message, fields: { seats: [message] } });
}

const ACTIVITY_MESSAGES: Partial<Record<ErrorCode, string>> = {
  own_session: "Vous ne pouvez pas réserver votre propre activité.",
  price_changed: "Le prix de cette activité a changé.",
};

export function refusal(kind: SlotKind, code: ErrorCode): AppError {
  const message = kind === "activity" ? ACTIVITY_MESSAGES[code] : undefined;
  return new AppError(code, { message: message ?? ERROR_MESSAGES[code] });
}
