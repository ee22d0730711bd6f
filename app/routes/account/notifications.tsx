import { data, Form, useNavigation } from "react-router";
import { chooseMails, showMailChoices } from "#core/accounts/profile/choose-mails.server.ts";
import { TOPIC_WORDS } from "#core/notifications/topics/labels.ts";
import { MAIL_TOPICS } from "#core/notifications/topics/rules.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: `Mes notifications — ${site.name}` }];

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos notifications." },
  actionFailure: { title: "Erreur", text: "Vos choix n'ont pas pu être enregistrés." },
};

/** The mails that somebody may do without, each chosen by itself (rule: mail-topics). */
export async function loader({ request, context }: Route.LoaderArgs) {
  return { choices: await showMailChoices(signedInContext({ request, context })) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  try {
    // A browser sends no box that is empty.
    const choices = MAIL_TOPICS.map((topic) => [topic, form.has(topic)]);
    await chooseMails(ctx, Object.fromEntries(choices));
    return redirectWithToast(addresses.notifications, {
      title: "Choix enregistrés",
      tone: "success",
    });
  } catch (error) {
    const refused = asOwnFormError(error, request);
    return data(refused.data, refused.init ?? {});
  }
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <div className="page">
      <Breadcrumb
        steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Mes notifications" }]}
      />
      <h1 className="mt-4 text-36">Mes notifications</h1>
      <FormToast toast={actionData?.toast} />
      <Form method="post" className="mt-8 max-w-text">
        <Panel aria-labelledby="par-e-mail">
          <h2 id="par-e-mail" className="text-22">
            Par e-mail
          </h2>
          <ul className="mt-4 grid gap-4">
            {MAIL_TOPICS.map((topic) => (
              <li key={topic}>
                <Checkbox
                  name={topic}
                  defaultChecked={loaderData.choices[topic]}
                  aria-describedby={`${topic}-explication`}
                  label={<span className="font-strong">{TOPIC_WORDS[topic].name}</span>}
                />
                <p id={`${topic}-explication`} className="ml-8 text-ink-soft">
                  {TOPIC_WORDS[topic].explanation}
                </p>
              </li>
            ))}
          </ul>
          <p className="mt-5 text-14 text-ink-soft">
            Les e-mails de vos achats et de votre compte partent toujours : confirmations,
            annulations, remboursements, mot de passe.
          </p>
        </Panel>
        <Button type="submit" variant="clay" busy={busy} className="mt-6">
          Enregistrer
        </Button>
      </Form>
    </div>
  );
}
