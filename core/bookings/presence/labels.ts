import type { Contest, PresenceCount } from "./rules.ts";

export const CONTEST_LABELS: Record<Contest, string> = {
  came: "J'y étais",
  not_held: "N'a pas eu lieu",
};

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
