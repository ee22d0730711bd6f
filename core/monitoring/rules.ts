/** The smallest id (UUID version 7) that can have been made from this instant on. */
export function firstIdOf(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
