import { createOffering } from "#core/catalogue/create-offering.server.ts";
import { permitActivities } from "#core/catalogue/permit-activities.server.ts";
import { ACTIVITY_CATEGORIES } from "#core/catalogue/schema.ts";
import { showOwnOffering } from "#core/catalogue/show-own-offering.server.ts";
import { dayKey } from "#core/dates.ts";
import { type AppError, isAppError } from "#core/errors.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { showOwnProfessional } from "#core/professionals/show-own-professional.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { callOf, newKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { BackToProfile } from "../../parts/authoring/back-link.tsx";
import { OfferingForm } from "../../parts/authoring/offering-form.tsx";
import {
  activityInputOf,
  draftOf,
  NEW_ACTIVITY,
  readValues,
} from "../../parts/authoring/offering-values.ts";
import { refuse, SIGNED_OUT } from "../../parts/authoring/refusal.server.ts";
import { takeImage } from "../../parts/media/take-image.server.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/ajouter-activite";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de vérifier vos permissions." },
  actionFailure: { title: "Erreur", text: "Erreur lors de la création de l'activité" },
};

export const meta: Route.MetaFunction = () => [{ title: `Ajouter une activité — ${site.name}` }];

/** `?modele=` begins with a copy of one's own activity, without its date. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    await permitActivities(ctx);
  } catch (error) {
    return isAppError(error) ? refuseEntry(error) : asPage(error);
  }
  const professional = await showOwnProfessional(ctx).catch(asPage);
  if (!professional) {
    return redirectWithToast(addresses.profile, {
      title: "Erreur",
      text: "Profil professionnel non trouvé",
      tone: "danger",
    });
  }
  const modelId = new URL(request.url).searchParams.get("modele");
  const model = modelId ? await showOwnOffering(ctx, "activity", modelId).catch(asPage) : null;
  return {
    values: draftOf(NEW_ACTIVITY, model, professional),
    retryKey: newKey(),
    today: dayKey(ctx.now()),
  };
}

/** Signed out, one is led to the login; without permission, to the profile. */
function refuseEntry(error: AppError) {
  if (error.code === "forbidden") {
    const title = "Accès non autorisé";
    return redirectWithToast(addresses.profile, { title, text: error.message, tone: "danger" });
  }
  return redirectWithToast(addresses.logInThen(addresses.addActivity), SIGNED_OUT);
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  keepSent(ctx, request, form, SIGNED_OUT);
  const values = readValues(form);
  try {
    values.imageUrl = await takeImage(ctx, form, "activity-images");
    const { isRecurring } = await answerOnce(ctx, callOf(form, "create-activity"), (own) =>
      createOffering(own, "activity", activityInputOf(values)),
    );
    return redirectWithToast(addresses.profile, {
      title: "Activité créée avec succès !",
      text: isRecurring ? "Les créneaux seront générés à partir de la récurrence." : undefined,
      tone: "success",
      events: [{ name: "content", data: { kind: "activity", action: "create" } }],
    });
  } catch (error) {
    const isBarred = isAppError(error) && error.code === "forbidden";
    return isBarred ? refuseEntry(error) : refuse(error, values);
  }
}

export default function AddActivity({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page pt-6 pb-8">
      <BackToProfile />
      <h1 className="mt-3 mb-8">Ajouter une activité</h1>
      <FormToast toast={actionData?.toast} />
      <OfferingForm
        kind="activity"
        mode="create"
        values={actionData?.values ?? loaderData.values}
        retryKey={actionData?.retryKey ?? loaderData.retryKey}
        fields={actionData?.fields}
        categories={ACTIVITY_CATEGORIES}
        today={loaderData.today}
      />
    </div>
  );
}
