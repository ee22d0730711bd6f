import { z } from "zod";
import { instant, optional, paragraphs } from "../../catalogue/fields/schema.ts";
import { guestProof } from "../../payments/schema.ts";
import { WORD_LENGTH } from "../period/rules.ts";

export const proposeInput = z.object({
  slotId: z.uuid(),
  start: instant,
  withdraws: z.boolean("Ce champ est vrai ou faux").default(false),
  word: optional(paragraphs(WORD_LENGTH)),
});

/** By the mailed link, or by the booking of its signed-in client or its guest's browser. */
const which = z.union([
  z.object({ token: z.string().max(200) }),
  z.object({ bookingId: z.uuid(), guestProof }),
]);
export const showProposalInput = which;
export const answerInput = z.intersection(
  which,
  z.object({ answer: z.enum(["accepted", "refused"], "Acceptez ou refusez") }),
);

export interface AskedHour {
  start: Date;
  expiresAt: Date;
  waiting: number;
  withdraws: boolean;
}

export interface OpenProposal {
  start: Date;
  end: Date;
  expiresAt: Date;
  withdraws: boolean;
}
