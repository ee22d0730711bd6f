export const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const WHOLE = new RegExp(`^${UUID}$`);

export function isUuid(text: string): boolean {
  return WHOLE.test(text);
}
