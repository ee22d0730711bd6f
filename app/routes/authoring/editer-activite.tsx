import { redirectDocument } from "react-router";
import { editionPath } from "#core/bookings/rules.ts";
import { ACTIVITY_CATEGORIES } from "#core/catalogue/schema.ts";
import { showOwnOffering } from "#core/catalogue/show-own-offering.server.ts";
import { updateOffering } from "#core/catalogue/update-offering.server.ts";
import { dayKey } from "#core/dates.ts";
import { isAppError } from "#core/errors.ts";
import { showOwnProfessional } from "#core/professionals/show-own-professional.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { BackToProfile } from "../../parts/authoring/back-link.tsx";
import { DeleteOffering } from "../../parts/authoring/delete-offering.tsx";
import { OfferingForm } from "../../parts/authoring/offering-form.tsx";
import {
  activityInputOf,
  readValues,
  slotsOf,
  valuesOf,
  versionOf,
} from "../../parts/authoring/offering-values.ts";
import { refuse, refuseEdition, SIGNED_OUT } from "../../parts/authoring/refusal.server.ts";
import { ACTS } from "../../parts/manager/manage.server.ts";
import { takeImage } from "../../parts/media/take-image.server.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/editer-activite";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger l'activité" },
  actionFailure: { title: "Erreur", text: "Impossible de mettre à jour l'activité" },
  intentFailures: {
    delete: { title: "Erreur", text: "Impossible de supprimer l'activité" },
    "cancel-slot": { title: "Erreur", text: "Impossible d'annuler ce créneau." },
    "cancel-booking": { title: "Erreur", text: "Impossible d'annuler cette réservation." },
  },
};

export const meta: Route.MetaFunction = () => [{ title: `Modifier l'activité — ${site.name}` }];

/**
 * Signed out, one is led to /connexion; a missing or somebody else's activity leads elsewhere
 * (rule: both-addresses).
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    const activity = await showOwnOffering(ctx, "activity", params.activityId);
    return {
      title: activity.title,
      version: activity.version,
      values: valuesOf(activity, await showOwnProfessional(ctx)),
      today: dayKey(ctx.now()),
    };
  } catch (error) {
    return turnAway(error, params.activityId);
  }
}

/**
 * Handles the edit form and the actions of /mes-activites on an activity, its slots and bookings;
 * the latter always lead back there, with a toast.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { activityId } = params;
  const form = await readFields(request);
  const intent = form.getAll("intent").at(-1);
  const act = ACTS.activity[String(intent)];
  if (act) {
    try {
      return redirectWithToast(addresses.ownActivities, await act(ctx, activityId, form));
    } catch (error) {
      // A refusal because of a booking is answered where it was asked, so that nothing typed is
      // lost.
      const isRefused = isAppError(error) && error.code === "conflict";
      const draft = form.has("title") ? readValues(form) : undefined;
      return isRefused ? refuse(error, draft) : turnAway(error, activityId);
    }
  }
  keepSent(ctx, request, form, SIGNED_OUT);
  const values = readValues(form);
  try {
    values.imageUrl = await takeImage(ctx, form, "activity-images");
    const changes = { ...activityInputOf(values), ...slotsOf(values) };
    await updateOffering(ctx, "activity", { id: activityId, changes, version: versionOf(form) });
    return redirectWithToast(addresses.ownActivities, {
      title: "Activité mise à jour avec succès",
      tone: "success",
    });
  } catch (error) {
    const isElsewhere = isAppError(error) && ["not_found", "forbidden"].includes(error.code);
    if (isElsewhere) return turnAway(error, activityId);
    return refuseEdition(error, form, values, () =>
      showOwnOffering(ctx, "activity", params.activityId),
    );
  }
}

function turnAway(error: unknown, activityId: string) {
  if (!isAppError(error)) throw error;
  const suite = encodeURIComponent(addresses.editActivity(encodeURIComponent(activityId)));
  // Without a toast, which would appear after a page that stays and offers the login itself.
  if (error.code === "unauthenticated")
    return redirectDocument(`${addresses.logIn}?suite=${suite}`);
  const to = addresses.ownActivities;
  const toast = {
    title: error.code === "forbidden" ? "Accès interdit" : "Erreur",
    text: error.message,
    tone: "danger",
  } as const;
  // As a document, because a client navigation to a list loads the list alone (app/root.tsx).
  return redirectDocument(to, { headers: redirectWithToast(to, toast).headers });
}

export default function EditActivity({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <div className="page pt-6 pb-8">
      <BackToProfile />
      <h1 className="mt-3">Modifier l'activité</h1>
      <p className="mt-1 mb-8 wrap-anywhere text-ink-soft">{loaderData.title}</p>
      <FormToast toast={actionData?.toast} />
      <div className="grid gap-6">
        <OfferingForm
          kind="activity"
          mode="edit"
          values={actionData?.values ?? loaderData.values}
          stored={loaderData.values}
          version={actionData?.version ?? loaderData.version}
          fields={actionData?.fields}
          categories={ACTIVITY_CATEGORIES}
          today={loaderData.today}
        />
        <DeleteOffering kind="activity" edition={editionPath("activity", params.activityId)} />
      </div>
    </div>
  );
}
