import { isAppError } from "#core/errors.ts";
import { showStop, stopTexts } from "#core/sms/stop-texts.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { StopLinkExpired, StopMessages } from "../../parts/account/login/stop-messages.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/sms-stop";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette page." },
  actionFailure: { title: "Erreur", text: "Votre choix n'a pas pu être enregistré. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Rappels par SMS");

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    return { stop: await showStop(ctx, params) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { stop: null };
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent } = await readForm(request);
  try {
    await stopTexts(context.get(requestContext), { ...params, stops: intent !== "resume" });
    return null;
  } catch (error) {
    return asFormError(error);
  }
}

export default function SmsStop({ loaderData: { stop }, actionData }: Route.ComponentProps) {
  if (!stop) {
    return (
      <StopLinkExpired>
        Pour ne plus recevoir de rappels, effacez votre mobile dans{" "}
        <TextLink to={addresses.editProfile}>votre profil</TextLink>
      </StopLinkExpired>
    );
  }
  const { ending, isStopped } = stop;
  return (
    <StopMessages
      title={isStopped ? "Vous ne recevrez plus de SMS" : "Ne plus recevoir de SMS"}
      answer={actionData}
      isStopped={isStopped}
      button={isStopped ? "Recevoir de nouveau les rappels" : "Ne plus recevoir de SMS"}
    >
      <p className="mt-4 text-ink-soft figures">
        {isStopped
          ? `Plus aucun SMS ne part vers le mobile qui finit par ${ending}. Vos e-mails continuent.`
          : `Les rappels de vos réservations arrivent sur le mobile qui finit par ${ending}. Sans eux, vos e-mails continuent.`}
      </p>
      {isStopped && (
        <Notice tone="success" className="mt-5">
          C'est noté.
        </Notice>
      )}
    </StopMessages>
  );
}
