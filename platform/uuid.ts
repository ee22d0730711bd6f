/** How an id is written, of whatever version, as a part of a regular expression. */
export const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const WHOLE = new RegExp(`^${UUID}$`);

/** Whether a text can be one of our ids, as PostgreSQL writes them. */
export function isUuid(text: string): boolean {
  return WHOLE.test(text);
}
