import { z } from "zod";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import { MAX_MESSAGE_REPORT_LENGTH, MESSAGE_REASONS } from "./rules.ts";

export const reportedMessage = z.object({ message: z.uuid("Identifiant invalide") });

export const messageReportInput = reportedMessage.extend({
  reason: z.enum(MESSAGE_REASONS, "Choisissez une raison"),
  text: required(paragraphs(MAX_MESSAGE_REPORT_LENGTH)),
});

export const messageDecisionInput = z.object({
  messageId: z.uuid(),
  decision: z.enum(["keep", "remove"], "Choisissez ce que devient le message."),
  reason: required(paragraphs(MAX_MESSAGE_REPORT_LENGTH)),
});

/** A message as its reader sees it before reporting it. */
export interface ReportableMessage {
  bookingId: string;
  /** The name of its author, a business or « Julie M. ». */
  from: string;
  text: string;
  createdAt: Date;
}

/** A message that the operator has to decide on. */
export interface OpenMessageCase {
  messageId: string;
  by: "client" | "professional";
  professional: string;
  text: string;
  reason: string;
  reportedAt: Date;
}

/** The same as the operator who decides about it sees it. */
export interface MessageCaseView {
  by: "client" | "professional";
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
}
