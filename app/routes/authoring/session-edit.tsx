import { redirect } from "react-router";
import { editionPath } from "#core/bookings/rules.ts";
import { listActivityTypes } from "#core/catalogue/list-activity-types.server.ts";
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
  inputOf,
  readValues,
  slotsOf,
  valuesOf,
  versionOf,
} from "../../parts/authoring/offering-values.ts";
import {
  refuse,
  refuseEdition,
  SIGNED_OUT,
  titleOf,
} from "../../parts/authoring/refusal.server.ts";
import { ACTS } from "../../parts/manager/manage.server.ts";
import { takeImage } from "../../parts/media/take-image.server.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/session-edit";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger la session" },
  actionFailure: { title: "Erreur", text: "Impossible de mettre à jour la session" },
  intentFailures: {
    delete: { title: "Erreur", text: "Impossible de supprimer la session" },
    "cancel-slot": { title: "Erreur", text: "Impossible d'annuler ce créneau." },
    "cancel-booking": { title: "Erreur", text: "Impossible d'annuler cette réservation." },
  },
};

export const meta: Route.MetaFunction = () => [{ title: `Modifier la session — ${site.name}` }];

/** Signed out, one is led to /connexion; a missing or somebody else's session leads to /profil. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    const session = await showOwnOffering(ctx, "session", params.sessionId);
    const types = await listActivityTypes(ctx);
    return {
      title: session.title,
      version: session.version,
      values: valuesOf(session, await showOwnProfessional(ctx)),
      categories: types.map(({ name }) => name),
      today: dayKey(ctx.now()),
    };
  } catch (error) {
    return refuseToProfile(error, params.sessionId);
  }
}

/**
 * Handles the edit form and the manager's actions on a session, its slots and bookings; the latter
 * always lead back to /profil, with a toast.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const intent = form.getAll("intent").at(-1);
  const act = ACTS.session[String(intent)];
  if (act) {
    try {
      return redirectWithToast(addresses.profile, await act(ctx, params.sessionId, form));
    } catch (error) {
      // A refusal because of a booking is answered where it was asked, so that nothing typed is
      // lost.
      const isRefused = isAppError(error) && error.code === "conflict";
      const draft = form.has("title") ? readValues(form) : undefined;
      return isRefused ? refuse(error, draft) : refuseToProfile(error, params.sessionId);
    }
  }
  keepSent(ctx, request, form, SIGNED_OUT);
  const values = readValues(form);
  try {
    const { sessionId } = params;
    values.imageUrl = await takeImage(ctx, form, "session-images");
    const changes = { ...inputOf(values), ...slotsOf(values) };
    await updateOffering(ctx, "session", { id: sessionId, changes, version: versionOf(form) });
    return redirectWithToast(addresses.profile, {
      title: "Session mise à jour avec succès",
      tone: "success",
    });
  } catch (error) {
    const isElsewhere = isAppError(error) && ["not_found", "forbidden"].includes(error.code);
    if (isElsewhere) return refuseToProfile(error, params.sessionId);
    return refuseEdition(error, form, values, () =>
      showOwnOffering(ctx, "session", params.sessionId),
    );
  }
}

function refuseToProfile(error: unknown, sessionId: string) {
  if (!isAppError(error)) throw error;
  const suite = encodeURIComponent(addresses.editSession(encodeURIComponent(sessionId)));
  // Without a toast, which would appear after a page that stays and offers the login itself.
  if (error.code === "unauthenticated") return redirect(`${addresses.logIn}?suite=${suite}`);
  return redirectWithToast(addresses.profile, {
    title: error.code === "forbidden" ? "Accès interdit" : (titleOf(error) ?? "Erreur"),
    text: error.message,
    tone: "danger",
  });
}

export default function EditSession({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, values, version, categories, today } = loaderData;
  return (
    <div className="page pt-6 pb-8">
      <BackToProfile />
      <h1 className="mt-3">Modifier la session</h1>
      <p className="mt-1 mb-8 wrap-anywhere text-ink-soft">{title}</p>
      <FormToast toast={actionData?.toast} />
      <div className="grid gap-6">
        <OfferingForm
          kind="session"
          mode="edit"
          values={actionData?.values ?? values}
          stored={values}
          version={actionData?.version ?? version}
          fields={actionData?.fields}
          categories={categories}
          today={today}
        />
        <DeleteOffering kind="session" edition={editionPath("session", params.sessionId)} />
      </div>
    </div>
  );
}
