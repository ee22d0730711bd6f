import type { Asked, Health, Measured, Repeated } from "./rules.ts";

export interface HealthLine {
  id: Measured | Repeated | Asked;
  state: Health;
  /** Things or seconds; null of what is known by its time alone. */
  value: number | null;
  at: Date | null;
}
