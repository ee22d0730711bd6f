import { z } from "zod";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import { MAX_LETTER_LENGTH } from "./rules.ts";

export const lettersInput = z.object({ bookingId: z.uuid() });
export const letterInput = lettersInput.extend({ text: required(paragraphs(MAX_LETTER_LENGTH)) });

/** A letter for one of its two sides. */
export interface LetterView {
  id: string;
  isOwn: boolean;
  /** Empty once its author's account was deleted. */
  text: string;
  createdAt: Date;
}

/** The letters of a booking, for one of its two sides. */
export interface LettersView {
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
  letters: LetterView[];
}
