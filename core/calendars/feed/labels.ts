export function feedTitle({
  title,
  capacity,
  taken,
  people,
}: {
  title: string;
  capacity: number;
  taken: number;
  people: readonly string[];
}): string {
  const [only] = people;
  return `${title} · ${capacity === 1 && only ? only : `${taken} sur ${capacity}`}`;
}

export function feedText(
  { people, outside }: { people: readonly string[]; outside: number },
  url: string,
): string {
  const others = outside > 1 ? `${outside} clients hors site` : "1 client hors site";
  const lines = [...people, ...(outside > 0 ? [others] : [])];
  return [...lines, `Notes et messages : ${url}`].join("\n");
}
