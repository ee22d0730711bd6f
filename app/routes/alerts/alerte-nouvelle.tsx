import { redirect } from "react-router";
import { askForAlert, keepGuestAlert } from "#core/alerts/guests/keep-guest-alert.server.ts";
import { keepAlert } from "#core/alerts/keep-alert.server.ts";
import * as addresses from "#site/addresses.ts";
import { ownAddress, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { AlertForm, type Asker } from "../../parts/alerts/alert-form.tsx";
import {
  filterNames,
  readAlertForm,
  refuseAlert,
  typedFrom,
} from "../../parts/alerts/read-alert.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/alerte-nouvelle";

export const meta: Route.MetaFunction = () => titleMeta("Nouvelle alerte");

export { headers } from "../../public-pages/secret-address.server.ts";

export const handle = {
  failure: { title: "Erreur", text: "Impossible d'ouvrir cette page." },
  actionFailure: { title: "Erreur", text: "Votre alerte n'a pas pu être gardée." },
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { actor, now } = ctx;
  const { searchParams } = new URL(request.url);
  const invite = actor ? "" : (searchParams.get("invite") ?? "");
  const asker: Asker = actor ? "an account" : invite ? "a guest" : "a stranger";
  return {
    typed: typedFrom(searchParams, now()),
    categories: await filterNames(ctx),
    invite,
    asker,
    logIn: addresses.logInThen(ownAddress(request)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { typed, email, invite } = await readAlertForm(request);
  const kept = { title: "Alerte gardée" };
  try {
    if (ctx.actor) {
      await keepAlert(ctx, typed);
      const text = "Un e-mail vous prévient dès qu'une place y répond.";
      return redirectWithToast(addresses.alerts, { ...kept, text });
    }
    if (invite) {
      await keepGuestAlert(ctx, { ...typed, code: invite });
      return redirectWithToast(addresses.guestAlerts(invite), kept);
    }
    await askForAlert(ctx, { ...typed, email });
    return redirect(addresses.alertAsked);
  } catch (error) {
    return refuseAlert(error, request, { ...typed, email });
  }
}

export default function NewAlert({ loaderData, actionData }: Route.ComponentProps) {
  const { asker, invite, logIn, typed, ...form } = loaderData;
  const before = {
    "an account": { label: "Mes alertes", to: addresses.alerts },
    "a guest": { label: "Mes alertes", to: addresses.guestAlerts(invite) },
    "a stranger": { label: "Dernière minute", to: addresses.sessions },
  };
  return (
    <div className="page">
      <Breadcrumb steps={[before[asker], { label: "Nouvelle alerte" }]} />
      <h1 className="mt-4 text-36">Nouvelle alerte</h1>
      {asker === "a stranger" && (
        <p className="mt-2 max-w-text text-ink-soft">
          Sans compte : votre e-mail suffit. Vous en avez un ?{" "}
          <TextLink to={logIn}>Connectez-vous</TextLink> pour garder jusqu'à dix alertes.
        </p>
      )}
      <FormToast toast={actionData?.toast} />
      <AlertForm
        {...form}
        typed={actionData?.typed ?? typed}
        errors={actionData?.fields ?? {}}
        answer={actionData}
        submit="Garder cette alerte"
        asker={asker}
        invite={invite}
      />
    </div>
  );
}
