import { z } from "zod";
import { requiredReason } from "../operators/acts/schema.ts";
import { searchKey } from "../texts/clean-text.ts";
import { type CategoryState, MAX_NAME } from "./rules.ts";

export const categoryKey = z.object({ typeId: z.uuid("Cette catégorie n'existe pas.") });

const optionalName = z.string().trim().max(MAX_NAME, `${MAX_NAME} caractères au plus.`).default("");
const name = optionalName.refine((said) => searchKey(said) !== "", "Nommez la catégorie.");

const decided = {
  typeId: z.uuid("Cette catégorie n'existe pas."),
  reason: requiredReason,
  seen: z.string().optional(),
};

export const categoryDecision = z.discriminatedUnion(
  "decision",
  [
    z.object({
      ...{ ...decided, decision: z.literal("accept") },
      name: optionalName.refine(
        (said) => said === "" || searchKey(said) !== "",
        "Nommez la catégorie.",
      ),
    }),
    z.object({ ...decided, decision: z.literal("rename"), name }),
    z.object({
      ...{ ...decided, decision: z.literal("merge") },
      intoId: z.uuid("Choisissez une catégorie offerte à tous."),
    }),
    z.object({ ...decided, decision: z.literal("refuse") }),
    z.object({ ...decided, decision: z.literal("withdraw") }),
  ],
  "Choisissez ce que devient la catégorie.",
);
export type CategoryDecision = z.output<typeof categoryDecision>;

export interface CategoryLine {
  id: string;
  name: string;
  state: CategoryState;
  sessions: number;
  by: string[];
  createdAt: Date;
}

export interface CategoryView extends CategoryLine {
  professionals: number;
  alerts: number;
  formerNames: string[];
  mergedInto: { id: string; name: string } | null;
  examples: { id: string; title: string; business: string }[];
}
