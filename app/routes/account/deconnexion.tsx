import { redirect } from "react-router";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { endLogin } from "../../cookies/login.server.ts";
import { showToast } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/deconnexion";

export const page = { isOpenToTemporaryPassword: true };

export const handle = {
  actionFailure: {
    title: "Erreur",
    text: "La déconnexion n'a pas abouti. Veuillez réessayer.",
  },
};

/** Only the button logs out. */
export function loader() {
  return redirect(addresses.home);
}

/** Ends on / even if the call fails. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  try {
    return redirect(addresses.home, { headers: await endLogin(ctx, request) });
  } catch (error) {
    ctx.log.error({ err: error }, "the login could not be closed");
    return redirect(addresses.home);
  }
}

/** Words are here, since React Router never refetches a file that a cut network lost. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    // The redirect that the server has answered.
    if (error instanceof Response) throw error;
    showToast({ ...handle.actionFailure, tone: "danger" });
    return redirect(addresses.home);
  }
}
