import { z } from "zod";
import { instant, optional, paragraphs } from "../../catalogue/fields/schema.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { guestProof } from "../../payments/schema.ts";
import { WORD_LENGTH } from "../period/rules.ts";
import type { ProposalState } from "./rules.ts";

/** Another hour for everybody in a booked slot, as long as the old one. */
export const proposeInput = z.object({
  slotId: z.uuid(),
  start: instant,
  /** Whether the old hour is given up: whoever does not come along is refunded in full. */
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

/** A proposal as one of its clients reads it. */
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
  /** Until when a move could be cancelled with a full refund; null when it is too late for that. */
  refundableUntil: Date | null;
  isFree: boolean;
}

/** A booked slot that another hour can be proposed for. */
export interface ProposableView {
  slotId: string;
  title: string;
  start: Date;
  end: Date;
  /** « Julie M. » */
  people: string[];
  /** The hour that is proposed already, and how many have not answered; null without. */
  open: { start: Date; expiresAt: Date; waiting: number; withdraws: boolean } | null;
}

/** Another hour that a client has not answered yet, on the card of their booking. */
export interface OpenProposal {
  start: Date;
  end: Date;
  expiresAt: Date;
  /** The old hour is given up: without an answer the booking is refunded. */
  withdraws: boolean;
}
