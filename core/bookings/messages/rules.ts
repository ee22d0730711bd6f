import type { BookingState } from "../rules.ts";

export const MAX_BOOKING_MESSAGE_LENGTH = 2_000;
/** The number of messages that one person may write in an hour, to everybody together. */
export const BOOKING_MESSAGES_PER_HOUR = 20;

/** Also after the session (rule: writing-through-us). */
export const canWrite = ({ status }: { status: BookingState }): boolean => status === "confirmed";

export const MAX_UNREAD = 99;

/** « Julie M. »: the other side never sees an e-mail. */
export function shortName(client: {
  clientFirstName: string | null;
  clientLastName: string | null;
}): string {
  const { clientFirstName: first, clientLastName: last } = client;
  if (!first) return "Votre client";
  return last ? `${first} ${last.slice(0, 1).toUpperCase()}.` : first;
}
