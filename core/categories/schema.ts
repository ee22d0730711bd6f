import { z } from "zod";
import { requiredReason } from "../operators/acts/schema.ts";
import { searchKey } from "../texts/search-key.ts";
import { type CategoryState, NAME_MAX } from "./rules.ts";

export const categoryKey = z.object({ typeId: z.uuid("Cette catégorie n'existe pas.") });

const optionalName = z.string().trim().max(NAME_MAX, `${NAME_MAX} caractères au plus.`).default("");
const name = optionalName.refine((said) => searchKey(said) !== "", "Nommez la catégorie.");

const decided = {
  typeId: z.uuid("Cette catégorie n'existe pas."),
  reason: requiredReason,
  /** As `seenAs` writes how it was shown; a command shows nothing. */
  seen: z.string().optional(),
};

export const categoryDecision = z.discriminatedUnion(
  "decision",
  [
    z.object({
      ...{ ...decided, decision: z.literal("accept") },
      /** Empty for the name as it was proposed. */
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

/** A category with everything that uses it. */
export interface CategoryLine {
  id: string;
  name: string;
  state: CategoryState;
  /** The number of sessions with this category. */
  sessions: number;
  /** The names of at most three businesses that use it. */
  by: string[];
  createdAt: Date;
}

export interface CategoryView extends CategoryLine {
  professionals: number;
  /** The number of kept searches that ask for it. */
  alerts: number;
  /** The names that lead to it. */
  formerNames: string[];
  /** The name that it leads to; null while it leads nowhere. */
  mergedInto: { id: string; name: string } | null;
  /** The newest sessions with this category. */
  examples: { id: string; title: string; business: string }[];
}
