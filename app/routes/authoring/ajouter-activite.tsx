import { permitActivities } from "#core/catalogue/authoring/permit-publication.server.ts";
import { type AppError, isAppError } from "#core/errors.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { beginOffering, publishOffering } from "../../parts/authoring/create-offering.server.ts";
import { BackToProfile, OfferingForm } from "../../parts/authoring/offering-form.tsx";
import { SIGNED_OUT } from "../../parts/authoring/refuse-form.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/ajouter-activite";

export const page = { takesImage: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de vérifier vos permissions." },
  actionFailure: { title: "Erreur", text: "Erreur lors de la création de l'activité" },
};

export const meta: Route.MetaFunction = () => titleMeta("Ajouter une activité");

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
  return beginOffering(ctx, request, "activity", professional);
}

function refuseEntry(error: AppError) {
  if (error.code === "forbidden") {
    const title = "Accès non autorisé";
    return redirectWithToast(addresses.profile, { title, text: error.message, tone: "danger" });
  }
  return redirectWithToast(addresses.logInThen(addresses.addActivity), SIGNED_OUT);
}

export function action({ request, context }: Route.ActionArgs) {
  return publishOffering(context.get(requestContext), request, "activity", (error) =>
    isAppError(error) && error.code === "forbidden" ? refuseEntry(error) : null,
  );
}

export default function AddActivity({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page pt-6 pb-8">
      <BackToProfile />
      <h1 className="mt-3 mb-8">Ajouter une activité</h1>
      <FormToast toast={actionData?.toast} />
      <OfferingForm {...loaderData} kind="activity" mode="create" refusal={actionData} />
    </div>
  );
}
