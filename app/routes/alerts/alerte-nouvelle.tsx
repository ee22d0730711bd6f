import { keepAlert } from "#core/alerts/keep-alert.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { AlertForm } from "../../parts/alerts/alert-form.tsx";
import { readAlertForm, refuseAlert, typedFrom } from "../../parts/alerts/read-alert.server.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/alerte-nouvelle";

export const meta: Route.MetaFunction = () => [{ title: `Nouvelle alerte — ${site.name}` }];

export const handle = {
  failure: { title: "Erreur", text: "Impossible d'ouvrir cette page." },
  actionFailure: { title: "Erreur", text: "Votre alerte n'a pas pu être gardée." },
};

/** The conditions of the list that led here stand in the fields. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  return { typed: typedFrom(new URL(request.url).searchParams, ctx.now()) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await readAlertForm(request);
  try {
    await keepAlert(context.get(requestContext), typed);
  } catch (error) {
    return refuseAlert(error, request, typed);
  }
  return redirectWithToast(addresses.alerts, {
    ...{ title: "Alerte gardée", text: "Un e-mail vous prévient dès qu'une place y répond." },
    tone: "success",
  });
}

export default function NewAlert({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page">
      <Breadcrumb
        steps={[{ label: "Mes alertes", to: addresses.alerts }, { label: "Nouvelle alerte" }]}
      />
      <h1 className="mt-4 text-36">Nouvelle alerte</h1>
      <FormToast toast={actionData?.toast} />
      <AlertForm
        typed={actionData?.typed ?? loaderData.typed}
        errors={actionData?.fields ?? {}}
        answer={actionData}
        submit="Garder cette alerte"
      />
    </div>
  );
}
