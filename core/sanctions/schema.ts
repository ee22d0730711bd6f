import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import { paragraphs, required } from "../catalogue/fields/schema.ts";
import { MAX_CONTENT_REPORT } from "../moderation/rules.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import type { accountDecisions } from "../tables.server.ts";
import { ACCOUNT_BASES, BOOKED, SOURCES, URGENCIES } from "./rules.ts";

export type AccountDecision = typeof accountDecisions.$inferSelect;

export const sanctionInput = z.object({
  email: emailAddress,
  basis: z.enum(ACCOUNT_BASES, "Choisissez ce sur quoi la décision se fonde"),
  source: z.enum(SOURCES, "Dites comment vous l'avez su"),
  booked: z.enum(BOOKED, "Choisissez ce que deviennent les réservations").default("kept"),
  /** The facts, which its owner reads word for word. */
  reason: requiredReason,
});

export const endingInput = sanctionInput.extend({
  /** Left out, it ends in thirty days. */
  urgency: z.enum(URGENCIES, "Choisissez pourquoi ce n'est pas dans trente jours").optional(),
});

export const liftingInput = z.object({ email: emailAddress, reason: requiredReason });

export const ownerInput = z.object({ email: emailAddress });

export const linkInput = z.object({ token: z.string().max(200) });
export const contestInput = linkInput.extend({ text: required(paragraphs(MAX_CONTENT_REPORT)) });

/** A decision as its account's owner reads it. */
export type OwnDecision = Pick<
  AccountDecision,
  "measure" | "basis" | "facts" | "source" | "urgency" | "decidedAt" | "effectiveAt"
> & {
  /** Until when it can be contested. */
  until: Date;
  isContested: boolean;
  /** Whether they have ended it themselves, by refusing changed terms: there is nothing to contest. */
  isRefusal: boolean;
  /** Whether it holds no more. */
  isLifted: boolean;
  /** Our answer; empty while there is none. */
  answer: string;
};

/** A contested decision that waits for an answer. */
export interface OpenContest {
  userId: string;
  name: string;
  email: string;
  measure: AccountDecision["measure"];
  text: string;
  contestedAt: Date;
}
