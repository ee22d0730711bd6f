import { z } from "zod";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import { listLimit } from "../../cursor.ts";
import type { BookingTexts } from "../labels.ts";
import { MAX_BOOKING_MESSAGE_LENGTH } from "./rules.ts";

export const messagesInput = z.object({ bookingId: z.uuid() });
export const messageInput = messagesInput.extend({
  text: required(paragraphs(MAX_BOOKING_MESSAGE_LENGTH)),
});

export const conversationsInput = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** The instant is PostgreSQL's, to the microsecond. */
export const conversationKey = z.object({
  bookingId: z.uuid(),
  writtenAt: z.iso.datetime().refine((instant) => instant >= "1970"),
});

export interface ConversationView
  extends Pick<
    BookingMessagesView,
    "bookingId" | "title" | "date" | "time" | "other" | "isClient"
  > {
  unread: number;
  last: Omit<BookingMessageView, "id">;
}

export interface BookingMessageView {
  id: string;
  isOwn: boolean;
  /** Empty once its author's account was deleted. */
  text: string;
  createdAt: Date;
}

export interface BookingMessagesView extends Pick<BookingTexts, "title" | "date" | "time"> {
  bookingId: string;
  /** A business or « Julie M. »; never an e-mail. */
  other: string;
  isClient: boolean;
  canWrite: boolean;
  messages: BookingMessageView[];
}
