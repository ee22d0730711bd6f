import { z } from "zod";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import type { Contest } from "../../moderation/cases/schema.ts";
import { BASES } from "../../moderation/rules.ts";
import { BASIS_MISSING, GOOD_FAITH_MISSING } from "../../moderation/schema.ts";
import type { Answering } from "../../operators/acts/rules.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { MAX_MESSAGE_REPORT_LENGTH, MESSAGE_REASONS } from "./rules.ts";

export const reportedMessage = z.object({ message: z.uuid("Identifiant invalide") });

export const messageReportInput = reportedMessage.extend({
  reason: z.enum(MESSAGE_REASONS, "Choisissez une raison"),
  text: required(paragraphs(MAX_MESSAGE_REPORT_LENGTH)),
  // Programs that send a report declare it by sending it, as the API's document says.
  goodFaith: z.literal(true, GOOD_FAITH_MISSING).default(true),
});

export const messageDecisionInput = z
  .object({
    messageId: z.uuid(),
    decision: z.enum(["keep", "remove"], "Choisissez ce que devient le message."),
    basis: z.enum(BASES).optional().catch(undefined),
    reason: requiredReason,
  })
  .refine(({ decision, basis }) => decision === "keep" || basis !== undefined, BASIS_MISSING);

export interface OpenMessageCase {
  messageId: string;
  by: "client" | "professional";
  professional: string;
  text: string;
  reason: string | null;
  since: Date;
}

export interface MessageCaseView {
  by: "client" | "professional";
  authorId: string | null;
  text: string;
  createdAt: Date;
  isRemoved: boolean;
  offering: string;
  professional: string;
  client: string;
  /** Oldest first; `outcome` is null while a report is open. */
  reports: {
    reason: string;
    text: string;
    createdAt: Date;
    outcome: "kept" | "removed" | null;
    answer: string | null;
    reporter: string;
  }[];
  contests: Contest[];
}

export type ShownMessageCase = MessageCaseView & { answering: Answering };
