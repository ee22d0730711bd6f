import { isAppError } from "#core/errors.ts";
import {
  showUnsubscription,
  unsubscribe,
} from "#core/notifications/topics/choose-topics.server.ts";
import { TOPIC_WORDS } from "#core/notifications/topics/labels.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { StopLinkExpired, StopMessages } from "../../parts/account/login/stop-messages.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/desabonnement";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette page." },
  actionFailure: { title: "Erreur", text: "Votre choix n'a pas pu être enregistré. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Mes e-mails");

/** Opening it changes nothing: the button does. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return { shown: await showUnsubscription(context.get(requestContext), params) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { shown: null };
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent } = await readForm(request);
  try {
    await unsubscribe(context.get(requestContext), { ...params, wants: intent === "resume" });
    return null;
  } catch (error) {
    return asFormError(error);
  }
}

export default function Unsubscription({
  loaderData: { shown },
  actionData,
}: Route.ComponentProps) {
  if (!shown) {
    return (
      <StopLinkExpired>
        Choisissez vos e-mails dans{" "}
        <TextLink to={addresses.notifications}>vos notifications</TextLink>
      </StopLinkExpired>
    );
  }
  const { topic, isWanted } = shown;
  const { name, explanation } = TOPIC_WORDS[topic];
  return (
    <StopMessages
      title={isWanted ? "Ne plus recevoir ces e-mails" : "Vous ne les recevrez plus"}
      answer={actionData}
      isStopped={!isWanted}
      button={isWanted ? "Ne plus les recevoir" : "Les recevoir de nouveau"}
    >
      <p className="mt-4">
        <span className="font-strong">{name}</span>
        <span className="block text-ink-soft">{explanation}</span>
      </p>
      <p className="mt-4 text-ink-soft">
        Confirmations, annulations et remboursements partent toujours.
      </p>
    </StopMessages>
  );
}
