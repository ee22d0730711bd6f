import { Form, redirect, useNavigation } from "react-router";
import { formatLongDate } from "#core/dates.ts";
import { showOwnNotice } from "#core/sanctions/contest-account-decision.server.ts";
import { acceptTerms, refuseTerms } from "#core/sanctions/refuse-terms.server.ts";
import { showComingTerms } from "#core/terms/announce-terms.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/conditions-annoncees";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les conditions annoncées." },
  actionFailure: { title: "Erreur", text: "Votre choix n'a pas été enregistré. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Nos nouvelles conditions");

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) throw redirect(addresses.logInThen(addresses.ownTerms));
  const notice = await showOwnNotice(ctx).catch(asPage);
  const coming = await showComingTerms(ctx).catch(asPage);
  return {
    end: notice && { isRefusal: notice.isRefusal, day: formatLongDate(notice.effectiveAt) },
    coming: coming.map(({ id, summary, effectiveAt }) => {
      return { id, summary, day: formatLongDate(effectiveAt) };
    }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const changeId = String(form.get("changeId") ?? "");
  try {
    if (form.get("intent") === "accept") {
      await acceptTerms(ctx);
      return redirectWithToast(addresses.profile, {
        title: "Votre contrat continue",
        text: "Tout ce que vous proposez se réserve de nouveau.",
      });
    }
    const end = await refuseTerms(ctx, { changeId });
    return redirectWithToast(addresses.profile, {
      title: "Conditions refusées",
      text: `Votre contrat prend fin le ${formatLongDate(end)}, sans frais.`,
    });
  } catch (error) {
    return asFormError(error);
  }
}

export default function AnnouncedTerms({ loaderData, actionData }: Route.ComponentProps) {
  const { end, coming } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Nos nouvelles conditions</h1>
      {end && (
        <Notice tone="warning" className="mt-6 max-w-text">
          {end.isRefusal
            ? `Vous les avez refusées : votre contrat prend fin le ${end.day}, sans frais.`
            : `La fin de notre relation est déjà prévue le ${end.day}.`}
        </Notice>
      )}
      {end?.isRefusal && (
        <Form method="post" className="mt-6">
          <HiddenFields intent="accept" />
          <Button type="submit" variant="sage" size="large" busy={busy}>
            Revenir sur ce refus
          </Button>
        </Form>
      )}
      {coming.map(({ id, summary, day }) => (
        <Panel key={id} aria-labelledby={id} className="mt-6 max-w-text">
          <h2 id={id} className="text-22">
            À partir du {day}
          </h2>
          <p className="mt-4 whitespace-pre-line wrap-anywhere">{summary}</p>
          {!end && (
            <>
              <p className="mt-6">
                Vous pouvez les refuser jusque-là. Votre contrat prend alors fin ce jour-là, sans
                frais. Votre compte se ferme et un abonnement payé s'arrête. Jusque-là vous vendez
                ce qui commence avant. Vos réservations d'après sont maintenues, sauf si vos clients
                préfèrent être remboursés. Publier des séances d'ici là n'engage à rien.
              </p>
              <Form method="post" className="mt-6">
                <HiddenFields intent="refuse" changeId={id} />
                <Button type="submit" size="large" block busy={busy}>
                  Refuser et mettre fin à mon contrat
                </Button>
              </Form>
            </>
          )}
        </Panel>
      ))}
      {coming.length === 0 && <p className="mt-6">Aucun changement n'est annoncé.</p>}
      <ButtonLink to={addresses.profile} className="mt-6">
        Retour à mon profil
      </ButtonLink>
    </div>
  );
}
