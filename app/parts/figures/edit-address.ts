import type { Offered } from "#core/figures/rules.ts";
import * as addresses from "#site/addresses.ts";

export function editOf({ id, kind }: Offered): string {
  return kind === "session" ? addresses.editSession(id) : addresses.editActivity(id);
}
