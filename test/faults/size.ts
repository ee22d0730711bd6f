/*
 * The size of the tests in this folder, and the seed of their random input: the only place that
 * reads either. `npm test` runs them short, `npm run faults` at the full targets.
 */

const isFull = process.env.FAULTS === "full";

/** The first of them in `npm test`, the second in `npm run faults`. */
export function size(short: number, full: number): number {
  return isFull ? full : short;
}

/** The same run again: `FAULTS_SEED=<what the last run printed>`. */
export const SEED = Number(process.env.FAULTS_SEED);
