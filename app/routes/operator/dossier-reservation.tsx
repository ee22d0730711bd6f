import { formatPrice } from "#core/money.ts";
import { decideBooking } from "#core/records/bookings/decide-booking.server.ts";
import { showBookingRecord } from "#core/records/bookings/show-booking-record.server.ts";
import { BOOKING_STATES, PAYMENT_STATE_NAMES } from "#core/records/labels.ts";
import { site } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { decide } from "../../parts/operator/decision.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { momentOf, officeOf } from "../../parts/operator/office.server.ts";
import { happeningLines } from "../../parts/operator/records.server.ts";
import { RecordScreen } from "../../parts/operator/records.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/dossier-reservation";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette réservation." },
  actionFailure: { title: "Erreur", text: "Rien n'a été fait. Réessayez." },
};

export const meta: Route.MetaFunction = () => [{ title: `Réservation — Opérateur ${site.name}` }];

type Found = Awaited<ReturnType<typeof showBookingRecord>>;

/** What may be done about it, with what each choice gives back. */
function choicesOf({ cancellations, status, client, priceCents }: Found) {
  const refundOf = (owed: number) =>
    owed > 0
      ? `${formatPrice(owed as typeof priceCents)} rendus au client, comme la règle le doit.`
      : "Rien à rendre : la règle de la réservation ne le doit pas.";
  const told = "Les deux sont prévenus par e-mail.";
  return [
    ...(cancellations.client === null
      ? []
      : [
          {
            ...{ value: "client", name: "Annuler, à la demande du client" },
            text: `${refundOf(cancellations.client)} ${told}`,
          },
        ]),
    ...(cancellations.professional === null
      ? []
      : [
          {
            ...{ value: "professional", name: "Annuler, du fait du professionnel" },
            text: `${refundOf(cancellations.professional)} ${told}`,
          },
        ]),
    ...(status === "confirmed"
      ? [
          {
            ...{ value: "again", name: "Renvoyer la confirmation" },
            text: `À ${client.email}, telle qu'elle se lit aujourd'hui.`,
          },
        ]
      : []),
  ];
}

/** A booking with all that happened to it (rule: records). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { bookingId } = args.params;
  const found = await showBookingRecord(ctx, { bookingId }).catch(asPage);
  const { roles } = ctx.operator;
  const { client, professional, cancellations } = found;
  return {
    office: officeOf(ctx.operator),
    title: found.title,
    context: `${momentOf(found.start)}, chez ${professional.name}`,
    client: {
      label: client.name || client.email,
      address: client.userId && operatorAddresses.account(client.userId),
    },
    professional: {
      label: professional.name,
      address: operatorAddresses.account(professional.userId),
    },
    payments: roles.includes("finance")
      ? found.payments.map(({ id, amountCents, status }) => ({
          label: `Paiement de ${formatPrice(amountCents)}, ${PAYMENT_STATE_NAMES[status]}`,
          address: operatorAddresses.payment(id),
        }))
      : [],
    facts: [
      ["État", [BOOKING_STATES[found.status], found.ended].filter(Boolean).join(", ")],
      ["Places", String(found.seats)],
      ["Prix payé", formatPrice(found.priceCents)],
      ["Remboursable jusqu'au", momentOf(found.refundableUntil)],
      ["Acheteur", client.email],
      ["Identifiant", found.id],
    ] as [string, string][],
    choices: roles.includes("assistance") ? choicesOf(found) : [],
    hidden: {
      clientCents: String(cancellations.client ?? 0),
      professionalCents: String(cancellations.professional ?? 0),
    },
    happenings: happeningLines(found.happenings),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { bookingId } = args.params;
  const work = decideBooking(ctx, { ...form, bookingId });
  return decide(work, null, form, operatorAddresses.booking(bookingId));
}

export default function BookingFile({ loaderData, actionData }: Route.ComponentProps) {
  const { office, title, context, choices, hidden, facts, happenings } = loaderData;
  const { client, professional, payments } = loaderData;
  return (
    <RecordScreen
      {...{ office, title, context, happenings }}
      sort="Réservation"
      decision={
        choices.length > 0 ? (
          <DecisionForm
            choices={choices}
            hidden={hidden}
            reasonLabel="Motif, lu plus tard par le contrôle"
            reasonHint="Par exemple la date de sa demande, et par quel moyen."
            button="Faire et inscrire"
            answer={actionData}
          />
        ) : null
      }
    >
      <Panel aria-labelledby="reservation">
        <h2 id="reservation" className="text-22">
          La réservation
        </h2>
        <Facts facts={facts} />
        <ul className="mt-4">
          {[client, professional, ...payments].map(({ label, address }) => (
            <li key={label}>
              {address ? <TextLink to={address}>{label}</TextLink> : `${label}, sans compte`}
            </li>
          ))}
        </ul>
      </Panel>
    </RecordScreen>
  );
}
