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
  reason: requiredReason,
});

export const endingInput = sanctionInput.extend({
  urgency: z.enum(URGENCIES, "Choisissez pourquoi ce n'est pas dans trente jours").optional(),
});

export const liftingInput = z.object({ email: emailAddress, reason: requiredReason });

export const ownerInput = z.object({ email: emailAddress });

export const linkInput = z.object({ token: z.string().max(200) });
export const contestInput = linkInput.extend({ text: required(paragraphs(MAX_CONTENT_REPORT)) });

export type OwnDecision = Pick<
  AccountDecision,
  "measure" | "basis" | "facts" | "source" | "urgency" | "decidedAt" | "effectiveAt"
> & {
  until: Date;
  isContested: boolean;
  /** Nothing is to be contested, since they refused changed terms themselves. */
  isRefusal: boolean;
  isLifted: boolean;
  answer: string;
};

export interface OpenContest {
  userId: string;
  name: string;
  email: string;
  measure: AccountDecision["measure"];
  text: string;
  contestedAt: Date;
}
