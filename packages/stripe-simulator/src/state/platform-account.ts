import type { Simulator } from "./simulator.ts";

/** The platform's own account id, made once per state file. */
export function platformAccountId(sim: Simulator): string {
  return String(
    sim.db.prepare("SELECT value FROM facts WHERE name = 'platform_account'").get()?.value,
  );
}
