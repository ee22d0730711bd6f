import { Form, redirectDocument, useNavigation } from "react-router";
import { moveLabel, NOT_MOVABLE } from "#core/bookings/move/labels.ts";
import { type MoveView, moveBooking, showMove } from "#core/bookings/move/move-booking.server.ts";
import type { MoveChoice } from "#core/bookings/move/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { dayKey, formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { showSeller } from "#core/professionals/show-seller.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { drawBeforeOrder } from "../../parts/bookings/terms/draw-seller.server.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { SendButton } from "../../ui/forms/once-form.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/deplacer";

export const meta: Route.MetaFunction = () => titleMeta("Changer d'horaire");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ces horaires." },
  actionFailure: {
    title: "Erreur",
    text: "Votre réservation n'a pas pu être déplacée. Réessayez.",
  },
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const view = await showMove(ctx, params).catch(asPage);
  const isPaid = view.choices.some(({ payCents }) => payCents > 0);
  return { ...view, beforeOrder: isPaid ? drawBeforeOrder(await showSeller(ctx, view)) : "" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const slotId = String(form.get("slotId") ?? "");
  const seen = (name: string) => form.get(`${name}-${slotId}`) ?? undefined;
  const { bookingId } = params;
  let url: string | null;
  try {
    const money = { payCents: seen("pay"), backCents: seen("back") };
    ({ url } = await moveBooking(ctx, { bookingId, slotId, ...money }));
  } catch (error) {
    return asFormError(error);
  }
  if (url) return redirectDocument(url);
  return redirectWithToast(addresses.ownSessions, {
    ...{ title: "Réservation déplacée", text: "Un e-mail vous donne le nouvel horaire." },
    tone: "success",
  });
}

/** A client chooses another slot of the same offering for their booking (rule: own-move). */
export default function MoveBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { title, date, time, seats, isMovable, choices, kind, offeringId } = loaderData;
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb
        steps={[
          { to: addresses.ownSessions, label: "Mes Sessions" },
          { label: "Changer d'horaire" },
        ]}
      />
      <h1 className="mt-4">Changer d'horaire</h1>
      <p className="mt-2 text-ink-soft wrap-anywhere figures">
        {title}, {date}, {time}
        {seats > 1 && `, ${seatsLabel(seats)}`}
      </p>
      <Panel aria-label="Horaires" className="mt-6 max-w-text">
        {!isMovable ? (
          <Notice>{NOT_MOVABLE}</Notice>
        ) : choices.length === 0 ? (
          <>
            <p>
              Aucun autre horaire n'a {seats > 1 ? `${seatsLabel(seats)} libres` : "de place libre"}{" "}
              pour l'instant. Votre réservation ne change pas.
            </p>
            <ButtonLink to={addresses.offering(kind, offeringId)} className="mt-4">
              Voir la page
            </ButtonLink>
          </>
        ) : (
          <>
            <Choices view={loaderData} errors={actionData?.fields} />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server */}
            <div dangerouslySetInnerHTML={{ __html: loaderData.beforeOrder }} />
          </>
        )}
      </Panel>
    </div>
  );
}

interface ChoicesProps {
  view: MoveView;
  errors: Record<string, string[]> | undefined;
}

function Choices({ view, errors }: ChoicesProps) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(errors);
  const error = errors?.slotId?.[0];
  const days = Map.groupBy(view.choices, ({ start }) => dayKey(start));
  return (
    <Form ref={form} method="post" noValidate>
      <p>
        À prix égal ou plus bas, le changement est immédiat et la différence vous est rendue. À prix
        plus haut, ou pour une place qu'un autre client revend, vous payez le nouvel horaire, puis
        le premier paiement vous est rendu en entier. C'est possible jusqu'au{" "}
        {formatLongDay(view.until)} à {formatTime(view.until)}.
      </p>
      <fieldset
        disabled={busy}
        className="mt-2"
        aria-describedby={error ? "horaire-erreur" : undefined}
      >
        <legend className="sr-only">Nouvel horaire</legend>
        {[...days].map(([day, choices]) => (
          <div key={day} className="mt-5">
            <p className="font-label first-letter:uppercase">
              {choices[0] && formatLongDay(choices[0].start)}
            </p>
            {choices.map((choice) => (
              <Choice key={choice.slotId} choice={choice} isWrong={error !== undefined} />
            ))}
          </div>
        ))}
        {error && (
          <p id="horaire-erreur" className="mt-3 text-14 text-danger-600">
            {error}
          </p>
        )}
        <div className="mt-6">
          <SendButton busy={busy} working="Un instant...">
            Changer d'horaire
          </SendButton>
        </div>
      </fieldset>
    </Form>
  );
}

function Choice({ choice, isWrong }: { choice: MoveChoice; isWrong: boolean }) {
  const { slotId, start, end, payCents, backCents } = choice;
  return (
    <label className="flex min-h-12 items-center gap-3 border-b border-sand-300 py-2 has-focus-visible:outline-2 has-focus-visible:outline-sage-600">
      <input
        type="radio"
        name="slotId"
        value={slotId}
        required
        aria-invalid={isWrong || undefined}
        className="size-5.5 shrink-0 appearance-none rounded-full border-2 border-sand-500 bg-surface outline-none checked:border-7 checked:border-sage-600"
      />
      {/* The money that was seen. */}
      <input type="hidden" name={`pay-${slotId}`} value={payCents} />
      <input type="hidden" name={`back-${slotId}`} value={backCents} />
      <span className="text-18 font-strong whitespace-nowrap figures">
        {formatTime(start)}
        <span className="text-14 font-regular text-ink-soft"> – {formatEnd(start, end)}</span>
      </span>
      <span className="ml-auto text-right text-14 text-ink-soft figures">
        {moveLabel(choice)}
        {payCents > 0 && <span className="block">{formatPrice(payCents)} à payer</span>}
      </span>
    </label>
  );
}
