import { redirect } from "react-router";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import type { Route } from "./+types/change-password-address";

export const page = { isOpen: true };

const CARD = `${addresses.profile}?mot-de-passe#securite`;

/** W3C's well-known URL for changing passwords (rule: security-card). */
export function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(requestContext);
  if (actor?.mustChangePassword) return redirect(addresses.changePassword);
  return redirect(actor ? CARD : addresses.logInThen(CARD));
}
