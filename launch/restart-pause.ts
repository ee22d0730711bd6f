const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** Whoever has run for as long did not die of how it was started. */
const STEADY_MS = 5 * 60_000;

/**
 * The milliseconds until a program that has died is started again: twice those of the time before,
 * up to 30 s, and one second again once it has run for five minutes.
 *
 * @param last the pause of the time before, 0 at the first.
 * @param ranMs for how long it has run since.
 */
export function pauseAfter(last: number, ranMs: number): number {
  if (last === 0 || ranMs >= STEADY_MS) return FIRST_MS;
  return Math.min(2 * last, LONGEST_MS);
}
