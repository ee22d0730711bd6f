export function placeRefusal(meant: { kind: string; names?: readonly string[] }): string {
  return meant.names
    ? `Quel endroit ? ${new Intl.ListFormat("fr", { type: "disjunction" }).format(meant.names)}`
    : "Ce lieu n'est pas connu";
}
