import type { Contest, PresenceCount } from "./rules.ts";

/** What a client says against being noted absent. */
export const CONTEST_LABELS: Record<Contest, string> = {
  came: "J'y étais",
  not_held: "N'a pas eu lieu",
};

/** « 6 présences, 1 retard, 2 absences »; empty where nothing was ever noted. */
export function presenceCountLabel({ present, late, absent }: PresenceCount): string {
  const parts: [number, string][] = [
    [present, "présence"],
    [late, "retard"],
    [absent, "absence"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count > 1 ? "s" : ""}`)
    .join(", ");
}
