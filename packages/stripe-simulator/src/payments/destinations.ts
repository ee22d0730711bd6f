import { invalidRequest } from "../protocol/stripe-error.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";

/**
 * Checks that money may be sent to an account: it exists and its `transfers` capability is active.
 * `param` names the parameter in the error.
 */
export function requireDestination(sim: Simulator, id: string, param: string): Kinds["account"] {
  const account = sim.objects.find("account", id);
  if (!account)
    throw invalidRequest(`No such destination: '${id}'`, { code: "resource_missing", param });
  const { transfers, legacy_payments: legacy } = account.capabilities ?? {};
  if (transfers !== "active" && legacy !== "active") {
    throw invalidRequest(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      { code: "insufficient_capabilities_for_transfer", param },
    );
  }
  return account;
}
