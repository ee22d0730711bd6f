import { z } from "zod";
import { instant, optional, paragraphs } from "../../catalogue/fields/schema.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { guestProof } from "../../payments/schema.ts";
import { WORD_LENGTH } from "../period/rules.ts";
import type { ProposalState } from "./rules.ts";

/** A new time for everybody in a booked slot, with the same duration. */
export const proposeInput = z.object({
  slotId: z.uuid(),
  start: instant,
  /** Whether the old slot is cancelled: then clients who do not move are refunded in full. */
  withdraws: z.boolean("Ce champ est vrai ou faux").default(false),
  word: optional(paragraphs(WORD_LENGTH)),
});

/**
 * By the link of the mail, or by the booking, of somebody who is signed in or bought it in this
 * browser as a guest.
 */
const which = z.union([
  z.object({ token: z.string().max(200) }),
  z.object({ bookingId: z.uuid(), guestProof }),
]);
export const showProposalInput = which;
export const answerInput = z.intersection(
  which,
  z.object({ answer: z.enum(["accepted", "refused"], "Acceptez ou refusez") }),
);

/** A proposal for one of its clients. */
export interface ProposalView {
  state: ProposalState;
  kind: SlotKind;
  offeringId: string;
  title: string;
  professional: string;
  from: { start: Date; end: Date };
  to: { start: Date; end: Date };
  word: string | null;
  withdraws: boolean;
  expiresAt: Date;
  /**
   * The time until which the moved booking could be cancelled with a full refund; null if it is too
   * late for that.
   */
  refundableUntil: Date | null;
  isFree: boolean;
}

/** A booked slot, in the form that proposes another one. */
export interface ProposableView {
  slotId: string;
  title: string;
  start: Date;
  end: Date;
  /** « Julie M. » */
  people: string[];
  /** Seats of outside clients, whom nobody asks. */
  outside: number;
  open: AskedHour | null;
}

/** An hour that waits for answers, with the number of clients who owe one. */
export interface AskedHour {
  start: Date;
  expiresAt: Date;
  waiting: number;
  withdraws: boolean;
}

/** An open proposal on the card of its booking. */
export interface OpenProposal {
  start: Date;
  end: Date;
  expiresAt: Date;
  /** Whether the old slot is cancelled: without an answer the booking is refunded. */
  withdraws: boolean;
}
