import type { Asked, Health, Measured, Repeated } from "./rules.ts";

/** A line of the operators' page about the installation. */
export interface HealthLine {
  id: Measured | Repeated | Asked;
  state: Health;
  /** A number of things, or of seconds; null of what is known by its time alone. */
  value: number | null;
  /** When it last happened; null when it never did, or does not happen by itself. */
  at: Date | null;
}
