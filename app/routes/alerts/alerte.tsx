import { data } from "react-router";
import { changeAlert, listAlerts } from "#core/alerts/keep-alert.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { AlertForm } from "../../parts/alerts/alert-form.tsx";
import {
  filterNames,
  readAlertForm,
  refuseAlert,
  typedOf,
} from "../../parts/alerts/read-alert.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/alerte";

export const meta: Route.MetaFunction = () => titleMeta("Modifier une alerte");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette alerte." },
  actionFailure: { title: "Erreur", text: "Votre alerte n'a pas pu être changée." },
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const alert = (await listAlerts(ctx)).find(({ id }) => id === params.alertId);
  if (!alert) throw data(null, { status: 404 });
  return { typed: typedOf(alert.conditions), categories: await filterNames(ctx) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { typed } = await readAlertForm(request);
  try {
    await changeAlert(context.get(requestContext), { ...typed, alertId: params.alertId });
  } catch (error) {
    return refuseAlert(error, request, typed);
  }
  return redirectWithToast(addresses.alerts, { title: "Alerte modifiée" });
}

export default function EditAlert({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page">
      <Breadcrumb steps={[{ label: "Mes alertes", to: addresses.alerts }, { label: "Modifier" }]} />
      <h1 className="mt-4 text-36">Modifier mon alerte</h1>
      <FormToast toast={actionData?.toast} />
      <AlertForm
        typed={actionData?.typed ?? loaderData.typed}
        categories={loaderData.categories}
        errors={actionData?.fields ?? {}}
        answer={actionData}
        submit="Enregistrer"
      />
    </div>
  );
}
