import { z } from "zod";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import { listLimit } from "../../cursor.ts";
import { MAX_BOOKING_MESSAGE_LENGTH } from "./rules.ts";

export const messagesInput = z.object({ bookingId: z.uuid() });
export const messageInput = messagesInput.extend({
  text: required(paragraphs(MAX_BOOKING_MESSAGE_LENGTH)),
});

export const conversationsInput = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** The last conversation of the page before; the instant is PostgreSQL's, to the microsecond. */
export const conversationKey = z.object({
  bookingId: z.uuid(),
  writtenAt: z.iso.datetime().refine((instant) => instant >= "1970"),
});

/** The messages of a booking as a list of all such bookings shows them to one of its two sides. */
export interface ConversationView
  extends Pick<
    BookingMessagesView,
    "bookingId" | "title" | "date" | "time" | "other" | "isClient"
  > {
  /** How many messages of the other side have not been opened. */
  unread: number;
  last: Omit<BookingMessageView, "id">;
}

/** A message for one of its two sides. */
export interface BookingMessageView {
  id: string;
  isOwn: boolean;
  /** Empty once its author's account was deleted. */
  text: string;
  createdAt: Date;
}

/** The messages of a booking, for one of its two sides. */
export interface BookingMessagesView {
  bookingId: string;
  title: string;
  date: string;
  time: string;
  /** The name of the other side, a business or « Julie M. »; never an e-mail. */
  other: string;
  isClient: boolean;
  /** Whether the booking is still confirmed. */
  canWrite: boolean;
  /** Oldest first. */
  messages: BookingMessageView[];
}
