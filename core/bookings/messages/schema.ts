import { z } from "zod";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import { MAX_BOOKING_MESSAGE_LENGTH } from "./rules.ts";

export const messagesInput = z.object({ bookingId: z.uuid() });
export const messageInput = messagesInput.extend({
  text: required(paragraphs(MAX_BOOKING_MESSAGE_LENGTH)),
});

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
