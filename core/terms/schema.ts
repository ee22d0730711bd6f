import { z } from "zod";
import { paragraphs, required } from "../catalogue/fields/schema.ts";
import { fromParis } from "../dates.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { MAX_SUMMARY } from "./rules.ts";

const DAY_WANTED = "Donnez un jour : AAAA-MM-JJ.";

export const termsInput = z.object({
  summary: required(paragraphs(MAX_SUMMARY)),
  /** « 2027-01-15 » */
  from: z.string(DAY_WANTED).transform((day, ctx) => {
    const instant = /^\d{4}-\d\d-\d\d$/.test(day) ? fromParis(`${day}T00:00`) : null;
    if (instant) return instant;
    ctx.addIssue({ code: "custom", message: DAY_WANTED });
    return z.NEVER;
  }),
  reason: requiredReason,
});

export const changeInput = z.object({ changeId: z.uuid() });

export interface TermsChange {
  id: string;
  summary: string;
  effectiveAt: Date;
}

export interface TermsLine extends TermsChange {
  createdAt: Date;
  told: { sent: number; queued: number; dropped: number };
  refusals: { userId: string; name: string; at: Date }[];
}
