export const MAX_LETTER_LENGTH = 2_000;
/** Letters of one person in an hour, to everybody together. */
export const LETTERS_PER_HOUR = 20;

/** « Julie M. »: a client as the other side reads them, never by an address. */
export function shortName(client: {
  clientFirstName: string | null;
  clientLastName: string | null;
}): string {
  const { clientFirstName: first, clientLastName: last } = client;
  if (!first) return "Votre client";
  return last ? `${first} ${last.slice(0, 1).toUpperCase()}.` : first;
}
