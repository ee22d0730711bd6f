/** As long as a professional may type one. */
export const NAME_MAX = 60;

/**
 * A category is proposed by whoever types it, stands once it is offered to everybody, is kept by its
 * users alone, or leads to another that it was merged into (rule: category-care). Nine of those that
 * stand are the filter's, which has nine (rule: categories).
 */
export type CategoryState = "proposed" | "standing" | "filter" | "kept" | "merged";

export function stateOf({
  acceptedAt,
  decidedAt,
  mergedIntoId,
  filterPlace,
}: {
  acceptedAt: Date | null;
  decidedAt: Date | null;
  mergedIntoId: string | null;
  filterPlace: number | null;
}): CategoryState {
  if (mergedIntoId) return "merged";
  if (filterPlace !== null) return "filter";
  if (acceptedAt) return "standing";
  return decidedAt ? "kept" : "proposed";
}

/** Whether everybody is offered it. */
export function isStanding({ state }: { state: CategoryState }): boolean {
  return state === "standing" || state === "filter";
}

/** A category as a screen shows it: a decision about another name or state is to be thought over. */
export function seenAs(state: CategoryState, name: string): string {
  return `${state} ${name}`;
}

export type Decision = "accept" | "rename" | "merge" | "refuse" | "withdraw";

/** Everything that an operator may decide about a category in each state. */
export const DECISIONS: Record<CategoryState, readonly Decision[]> = {
  proposed: ["accept", "merge", "refuse"],
  standing: ["rename", "merge", "withdraw"],
  filter: ["rename"],
  kept: ["accept", "merge"],
  merged: [],
};
