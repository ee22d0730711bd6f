import { Form, useNavigation } from "react-router";
import {
  addDevice,
  choosePushes,
  removeDevice,
  showDevices,
} from "#core/accounts/devices/show-devices.server.ts";
import { chooseMails, showMailChoices } from "#core/accounts/profile/update-profile.server.ts";
import type { Context } from "#core/context.server.ts";
import { PUSH_TOPIC_WORDS, TOPIC_WORDS } from "#core/notifications/topics/labels.ts";
import { MAIL_TOPICS, topicsFor } from "#core/notifications/topics/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { ToldDevices } from "../../parts/account/notifications/told-devices.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => titleMeta("Mes notifications");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos notifications." },
  actionFailure: { title: "Erreur", text: "Vos choix n'ont pas pu être enregistrés." },
};

/** Mails have topics of the same names. */
const PUSH = "push-";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const { publicKey, devices, choices: pushChoices } = await showDevices(ctx);
  return {
    choices: await showMailChoices(ctx),
    pushTopics: publicKey ? topicsFor(ctx.actor.professionalId !== null) : [],
    ...{ pushChoices, publicKey, devices, isDemo: ctx.config.demo },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  try {
    const title = await change(ctx, form);
    return redirectWithToast(addresses.notifications, { title });
  } catch (error) {
    return asOwnFormError(error, request);
  }
}

async function change(ctx: Context, form: FormData): Promise<string> {
  const intent = form.get("intent");
  if (intent === "subscribe") {
    const [endpoint, p256dh, auth] = ["endpoint", "p256dh", "auth"].map((name) => form.get(name));
    await addDevice(ctx, { endpoint, keys: { p256dh, auth } });
    return "Cet appareil est prévenu";
  }
  if (intent === "remove") {
    await removeDevice(ctx, { deviceId: form.get("deviceId") });
    return "Appareil retiré";
  }
  // A browser sends no box that is empty.
  const mails = MAIL_TOPICS.map((topic) => [topic, form.has(topic)]);
  const pushes = topicsFor((ctx.actor?.professionalId ?? null) !== null);
  await chooseMails(ctx, Object.fromEntries(mails));
  if (ctx.pusher.publicKey) {
    const chosen = pushes.map((topic) => [topic, form.has(PUSH + topic)]);
    await choosePushes(ctx, Object.fromEntries(chosen));
  }
  return "Choix enregistrés";
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, pushTopics, pushChoices, publicKey, devices, isDemo } = loaderData;
  const busy = useNavigation().state === "submitting";
  return (
    <div className="page">
      <Breadcrumb
        steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Mes notifications" }]}
      />
      <h1 className="mt-4 text-36">Mes notifications</h1>
      <FormToast toast={actionData?.toast} />
      <Form method="post" className="mt-8 max-w-text">
        <input type="hidden" name="intent" value="choose" />
        <Panel id="par-e-mail" title="Par e-mail">
          <TopicBoxes topics={MAIL_TOPICS} words={TOPIC_WORDS} chosen={choices} />
          <p className="mt-5 text-14 text-ink-soft">
            Les e-mails de vos achats et de votre compte partent toujours : confirmations,
            annulations, remboursements, mot de passe.
          </p>
        </Panel>
        {publicKey && (
          <Panel id="par-notification" title="Par notification" className="mt-6">
            <TopicBoxes
              topics={pushTopics}
              words={PUSH_TOPIC_WORDS}
              chosen={pushChoices}
              prefix={PUSH}
            />
            <p className="mt-5 text-14 text-ink-soft">
              Sur les appareils que vous choisissez plus bas. Rien ne sonne entre 21 h et 8 h, et
              jamais pour ce qui n'est plus vrai.
            </p>
          </Panel>
        )}
        <Button type="submit" variant="clay" busy={busy} className="mt-6">
          Enregistrer
        </Button>
      </Form>
      {publicKey && <ToldDevices devices={devices} publicKey={publicKey} isDemo={isDemo} />}
    </div>
  );
}

function TopicBoxes<Topic extends string>({
  topics,
  words,
  chosen,
  prefix = "",
}: {
  topics: readonly Topic[];
  words: Record<Topic, { name: string; explanation: string }>;
  chosen: Record<Topic, boolean>;
  prefix?: string;
}) {
  return (
    <ul className="mt-4 grid gap-4">
      {topics.map((topic) => (
        <li key={topic}>
          <Checkbox
            name={prefix + topic}
            defaultChecked={chosen[topic]}
            aria-describedby={`${prefix}${topic}-explication`}
            label={<span className="font-strong">{words[topic].name}</span>}
          />
          <p id={`${prefix}${topic}-explication`} className="ml-8 text-ink-soft">
            {words[topic].explanation}
          </p>
        </li>
      ))}
    </ul>
  );
}
