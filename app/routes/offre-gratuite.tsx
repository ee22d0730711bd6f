import { data, Form, redirect, redirectDocument, useNavigation } from "react-router";
import { isAppError } from "#core/errors.ts";
import { followPlanLink } from "#core/subscriptions/follow-plan-link.server.ts";
import { PLAN_NAMES, sessionsLabel } from "#core/subscriptions/labels.ts";
import { readPlanLink } from "#core/subscriptions/read-plan-link.server.ts";
import { requestContext } from "../context.server.ts";
import { asFormError } from "../errors.server.ts";
import { readGuestProof, writeGuestProof } from "../guest-proof.server.ts";
import { AuthScreen } from "../parts/account/auth-screen.tsx";
import { readForm } from "../read-form.ts";
import { site } from "../site.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextLink } from "../ui/text-link.tsx";
import type { Route } from "./+types/offre-gratuite";

export const meta: Route.MetaFunction = () => [
  { title: `Votre offre gratuite — ${site.name}` },
  { name: "robots", content: "noindex" },
];

/** The address carries a token: no cache may keep the page, nor another site learn its address. */
export function headers() {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };
}

/** Where the link of a guest's mail lands. Reading it changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  const guestProof = readGuestProof(request);
  const link = await readPlanLink(context.get(requestContext), { token, guestProof });
  if (link?.donePath) throw redirect(link.donePath);
  return { token, email: link?.email ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  try {
    const asked = { token: String(form.token ?? ""), guestProof: readGuestProof(request) };
    const { path, guestProof } = await followPlanLink(ctx, asked);
    return redirectDocument(path, { headers: { "Set-Cookie": writeGuestProof(ctx, guestProof) } });
  } catch (error) {
    const failure = asFormError(error);
    const isDead = isAppError(error) && error.code === "invalid_token";
    return data({ ...failure.data, isDead }, failure.init ?? {});
  }
}

export default function FreePlanLink({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  if (email === null || actionData?.isDead) return <DeadLink />;
  return (
    <AuthScreen
      title="Activez votre offre gratuite"
      intro={`Offre ${PLAN_NAMES.free}, ${sessionsLabel("free")}, pour ${email}.`}
    >
      <FormToast toast={actionData?.toast} />
      {actionData && (
        <Notice tone="danger" className="mt-5">
          {actionData.toast.text}
        </Notice>
      )}
      <Form method="post" className="mt-6">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="clay" size="large" block busy={busy}>
          Activer mon offre
        </Button>
      </Form>
      <p className="mt-4 text-14 text-ink-soft">
        Votre compte est créé avec cette offre, si vous n'en avez pas encore. Voir nos{" "}
        <TextLink to="/conditions">conditions</TextLink>.
      </p>
    </AuthScreen>
  );
}

function DeadLink() {
  return (
    <AuthScreen title="Ce lien n'est plus valable">
      <p className="mt-4 text-ink-soft">
        Il a plus de 24 heures, ou il a déjà servi dans un autre navigateur. Choisissez une offre de
        nouveau, ou <TextLink to="/connexion">connectez-vous</TextLink>.
      </p>
      <ButtonLink to="/nos-offres" variant="sage" className="mt-6">
        Voir nos offres
      </ButtonLink>
    </AuthScreen>
  );
}
