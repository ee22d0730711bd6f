import { z } from "zod";
import { type Cents, eurosToCents } from "../../money.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { RETURN_MEANS } from "../../return-means.ts";
import { readEuros } from "../../texts/numbers.ts";

export const AMOUNT_MESSAGE = "Un montant en euros, comme 12,50.";

export const typedAmount = z
  .string(AMOUNT_MESSAGE)
  .transform(readEuros)
  .pipe(
    z
      .number(AMOUNT_MESSAGE)
      .gt(0, AMOUNT_MESSAGE)
      .lt(10_000, AMOUNT_MESSAGE)
      .multipleOf(0.01, AMOUNT_MESSAGE),
  )
  .transform(eurosToCents);

/** What proves that a payer has their money by other means (rule: payment-review). */
export const returnProof = {
  madeOn: z.iso.date("Dites le jour où l'argent est parti."),
  means: z.enum(RETURN_MEANS, "Dites par quel moyen."),
  reference: z
    .string("Donnez la référence, telle que la banque la montre.")
    .trim()
    .min(4, "Donnez la référence, telle que la banque la montre : quatre signes au moins.")
    .max(100),
};
const proofShape = z.object(returnProof);
export type ReturnProof = z.output<typeof proofShape>;

export const proposalInput = z.object({ proposalId: z.uuid() });

export const proposalDecision = proposalInput.extend({
  decision: z.enum(["grant", "refuse"], "Choisissez d'accorder ou de refuser."),
  reason: requiredReason,
});

export type ProposalKind = "gift" | "loss" | "return";

/** A proposal that waits for a second person (rule: goodwill). */
export interface GoodwillProposal {
  id: string;
  kind: ProposalKind;
  bookingId: string;
  paymentId: string | null;
  evidenceDueAt: Date | null;
  /** The cost to the platform, or what the client is said to have back. */
  amountCents: Cents;
  reason: string;
  proof: ReturnProof | null;
  proposedBy: string | null;
  proposer: string;
  title: string;
  clientId: string | null;
  buyerEmail: string;
  priceCents: Cents;
  createdAt: Date;
  granted: boolean | null;
  answer: string | null;
}
