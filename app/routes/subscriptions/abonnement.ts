import { redirect } from "react-router";
import { isAppError } from "#core/errors.ts";
import { openCustomerPortal } from "#core/subscriptions/open-customer-portal.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import type { Route } from "./+types/abonnement";

const FAILURE = "Erreur lors de l'ouverture du portail client. Veuillez réessayer.";

export function loader() {
  return redirect(addresses.profile);
}

/** Shows a failure on /profil, in the server's own words when there is no portal. */
export async function action({ context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return redirect(addresses.logInThen(addresses.profile));
  try {
    const { url } = await openCustomerPortal(ctx);
    return redirect(url, 303);
  } catch (error) {
    const isExpected = isAppError(error) && error.code === "portal_not_available";
    if (!isExpected) ctx.log.warn({ err: error }, "the customer portal was not opened");
    const text = isExpected ? error.message : FAILURE;
    return redirectWithToast(addresses.profile, { title: "Erreur", text, tone: "danger" });
  }
}
