import { CalendarDays, MapPin, User, Wallet } from "@lucide/icons";
import type { ReactNode } from "react";
import { Form, redirect, redirectDocument } from "react-router";
import { LINK_LIFETIME } from "#core/bookings/holds/rules.ts";
import { followBookingLink } from "#core/bookings/links/follow-booking-link.server.ts";
import { readBookingLink } from "#core/bookings/links/read-booking-link.server.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { formatPeriod } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import { priceLabel } from "#core/money.ts";
import { showSeller } from "#core/professionals/show-seller.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof, writeGuestProof } from "../../cookies/cookies.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { drawBeforeOrder } from "../../parts/bookings/terms/draw-seller.server.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/reservation";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette réservation." },
  actionFailure: {
    title: "Erreur",
    text: "Votre réservation n'a pas pu être confirmée. Réessayez.",
  },
};

export const meta: Route.MetaFunction = () => titleMeta("Votre réservation");

export { headers } from "../../public-pages/secret-address.server.ts";

/** Reading it changes nothing (rule: free-guest-booking). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  const guestProof = readGuestProof(request);
  const ctx = context.get(requestContext);
  const link = await readBookingLink(ctx, { token, guestProof });
  if (link?.donePath) throw redirect(link.donePath);
  return { token, link, beforeOrder: link ? drawBeforeOrder(await showSeller(ctx, link)) : "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  const only = form.intent === "prove" ? ("prove" as const) : undefined;
  try {
    const asked = { token: String(form.token ?? ""), guestProof: readGuestProof(request), only };
    const { url, guestProof } = await followBookingLink(ctx, asked);
    const headers = new Headers({ "Set-Cookie": writeGuestProof(ctx, guestProof) });
    if (!only) return redirectDocument(url, { headers });
    const text = `Pendant ${formatPeriod(LINK_LIFETIME)}, vous pouvez réserver avec cette adresse dans ce navigateur.`;
    return redirectWithToast(
      addresses.sessions,
      { title: "C'est noté", text, tone: "success" },
      headers,
    );
  } catch (error) {
    const isDead = isAppError(error) && error.code === "invalid_token";
    return withKept(asFormError(error), { isDead });
  }
}

export default function BookingLink({ loaderData, actionData }: Route.ComponentProps) {
  const { token, link, beforeOrder } = loaderData;
  if (!link || actionData?.isDead) return <DeadLink />;
  const isFree = link.priceCents === 0;
  return (
    <AuthScreen title={isFree ? "Confirmez votre réservation" : "Continuez votre réservation"}>
      <FormToast toast={actionData?.toast} />
      <dl className="mt-6 grid gap-4 rounded-control bg-sage-100 px-5 py-5 text-sage-800 figures">
        <div>
          <dt className="sr-only">Séance ou activité</dt>
          <dd className="font-display text-22 wrap-anywhere">{link.title}</dd>
        </div>
        <Line term="Quand" icon={<Icon of={CalendarDays} />}>
          {link.date}, {link.time}
        </Line>
        <Line term="Où" icon={<Icon of={MapPin} />}>
          {link.place}
        </Line>
        <Line term="Avec" icon={<Icon of={User} />}>
          {link.professional}
        </Line>
        <Line term="Prix" icon={<Icon of={Wallet} />}>
          {link.seats > 1 && `${seatsLabel(link.seats)} · `}
          {priceLabel(link.priceCents)}
        </Line>
      </dl>
      {actionData && (
        <Notice tone="danger" className="mt-5">
          {actionData.toast.text}
        </Notice>
      )}
      <Form method="post" className="mt-6 grid gap-3">
        <input type="hidden" name="token" value={token} />
        <IntentButton intent="book" variant="clay" size="large" block>
          {isFree ? "Confirmer ma réservation" : "Continuer vers le paiement"}
        </IntentButton>
        {!isFree && (
          <IntentButton intent="prove" variant="quiet" block>
            Réserver autre chose
          </IntentButton>
        )}
      </Form>
      <p className="mt-4 text-14 text-ink-soft">
        {isFree
          ? "Votre compte est créé avec cette réservation, si vous n'en avez pas encore. "
          : `${link.seats > 1 ? "Les places sont retenues" : "La place est retenue"} le temps du paiement. `}
        <TextLink to={link.offeringPath}>Revoir la page</TextLink>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server */}
      <div dangerouslySetInnerHTML={{ __html: beforeOrder }} />
    </AuthScreen>
  );
}

function Line({ term, icon, children }: { term: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0">
      <dt>
        <span className="sr-only">{term}</span>
        <span aria-hidden>{icon}</span>
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function DeadLink() {
  return (
    <AuthScreen title="Ce lien n'est plus valable">
      <p className="mt-4 text-ink-soft">
        Il a plus de {formatPeriod(LINK_LIFETIME)}, ou il a déjà servi dans un autre navigateur.
        Réservez de nouveau, ou <TextLink to={addresses.logIn}>connectez-vous</TextLink> pour
        retrouver vos réservations.
      </p>
      <ButtonLink to={addresses.sessions} variant="sage" className="mt-6">
        Voir les sessions
      </ButtonLink>
    </AuthScreen>
  );
}
