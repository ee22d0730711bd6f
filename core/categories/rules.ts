export const MAX_NAME = 60;

/** Nine are those of the filter (rules: category-care, categories). */
export type CategoryState = "proposed" | "standing" | "filter" | "kept" | "merged";

export function stateOf(type: {
  acceptedAt: Date | null;
  decidedAt: Date | null;
  mergedIntoId: string | null;
  filterPlace: number | null;
}): CategoryState {
  if (type.mergedIntoId) return "merged";
  if (type.filterPlace !== null) return "filter";
  if (type.acceptedAt) return "standing";
  return type.decidedAt ? "kept" : "proposed";
}

export function isStanding({ state }: { state: CategoryState }): boolean {
  return state === "standing" || state === "filter";
}

/** Names a category as shown, so that a decision on an outdated screen is refused. */
export function seenAs(state: CategoryState, name: string): string {
  return `${state} ${name}`;
}

export type Decision = "accept" | "rename" | "merge" | "refuse" | "withdraw";

export const DECISIONS: Record<CategoryState, readonly Decision[]> = {
  proposed: ["accept", "merge", "refuse"],
  standing: ["rename", "merge", "withdraw"],
  filter: ["rename"],
  kept: ["accept", "merge"],
  merged: [],
};
