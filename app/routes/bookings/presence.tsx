import { Form, redirect, useNavigation } from "react-router";
import { markPresence } from "#core/bookings/presence/mark-presence.server.ts";
import { showPresence } from "#core/bookings/presence/show-presence.server.ts";
import type { FieldErrors } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { PresenceCode } from "../../parts/bookings/presence/client-presence.tsx";
import { drawPresenceQr } from "../../parts/bookings/presence/presence-qr.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/presence";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette réservation." },
  actionFailure: { title: "Erreur", text: "La présence n'a pas pu être notée. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Présence");

/** No cache may keep the page, nor another site learn its address, which carries a code. */
export function headers() {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const asked = new URL(request.url).searchParams.get("code") ?? "";
  const code = /^\d{4}$/.test(asked) ? asked : "";
  if (!ctx.actor) {
    const path = addresses.presence(encodeURIComponent(params.bookingId));
    throw redirect(addresses.logInThen(code ? `${path}?code=${code}` : path));
  }
  const shown = await showPresence(ctx, params).catch(asPage);
  const qr = shown.ownCode && drawPresenceQr(ctx, { id: shown.bookingId, code: shown.ownCode });
  return { code, qr, ...shown };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { code } = await readForm(request);
  try {
    const { bookingId } = params;
    await markPresence(context.get(requestContext), { bookingId, code: String(code ?? "") });
    return null;
  } catch (error) {
    return asFormError(error);
  }
}

const SAID = { present: "présent", late: "en retard", absent: "absent" } as const;

export default function Presence({ loaderData, actionData }: Route.ComponentProps) {
  const { client, title, date, time, code, presence, isClient, isOpen } = loaderData;
  const { ownCode, qr } = loaderData;
  const busy = useNavigation().state === "submitting";
  const fields: FieldErrors = actionData?.fields ?? {};
  return (
    <AuthScreen title={isClient ? "Votre code de présence" : client}>
      <FormToast toast={actionData?.toast} />
      <p className="mt-4 text-ink-soft wrap-anywhere figures">
        {title}, {date}, {time}
      </p>
      {ownCode && qr ? (
        <PresenceCode code={ownCode} qr={qr} isOpen />
      ) : isClient ? (
        <p className="mt-4">
          Cette réservation n'a pas de code à montrer : elle est terminée, annulée ou pas encore
          confirmée.
        </p>
      ) : presence ? (
        <Notice tone="success" className="mt-6">
          {client} est noté {SAID[presence]}.
        </Notice>
      ) : isOpen ? (
        <Form method="post" className="mt-6 grid gap-5">
          <TextField
            name="code"
            label="Code du client"
            error={fields.code}
            hint="Quatre chiffres, sur son téléphone. Ou scannez son QR."
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            defaultValue={code}
          />
          <Button type="submit" variant="clay" size="large" block busy={busy}>
            Présent
          </Button>
        </Form>
      ) : (
        <Notice className="mt-6">
          La présence se note de 2 h avant le début à 48 h après la fin.
        </Notice>
      )}
    </AuthScreen>
  );
}
