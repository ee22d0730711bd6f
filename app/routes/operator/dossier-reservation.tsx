import { goodwillLimit } from "#core/bookings/goodwill/rules.ts";
import { typedAmount } from "#core/bookings/goodwill/schema.ts";
import { formatMoment } from "#core/dates.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { decideBooking } from "#core/records/bookings/decide-booking.server.ts";
import { showBookingRecord } from "#core/records/bookings/show-booking-record.server.ts";
import { BOOKING_STATES, PAYMENT_STATE_NAMES } from "#core/records/labels.ts";
import type { Role } from "#core/roles.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { decideConfirmed } from "../../parts/operator/case.server.ts";
import { type Choice, DecisionForm } from "../../parts/operator/decision-form.tsx";
import { TextField } from "../../parts/operator/fields/answer-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
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

export const meta: Route.MetaFunction = () => officeMeta("Réservation");

type Found = Awaited<ReturnType<typeof showBookingRecord>>;

const refundOf = (owed: Cents | null) =>
  owed
    ? `${formatPrice(owed)} rendus au client, comme la règle le doit.`
    : "Rien à rendre : la règle de la réservation ne le doit pas.";

const giftWords = (amount: Cents) =>
  `${formatPrice(amount)} rendus au client, à la charge de Parenthèse ; au-delà de votre limite, une fois que quelqu'un de la finance l'accorde.`;

function choicesOf(
  { cancellations, status, client, goodwillCents }: Found,
  roles: readonly Role[],
) {
  const told = "Les deux sont prévenus par e-mail.";
  const helps = roles.includes("assistance");
  const limit = goodwillLimit(roles);
  const choices: Choice[] = [];
  if (helps && cancellations.client !== null) {
    const text = `${refundOf(cancellations.client)} ${told}`;
    choices.push({ value: "client", name: "Annuler, à la demande du client", text });
  }
  if (helps && cancellations.professional !== null) {
    const text = `${refundOf(cancellations.professional)} ${told}`;
    choices.push({ value: "professional", name: "Annuler, du fait du professionnel", text });
  }
  if (helps && status === "confirmed") {
    const text = `À ${client.email}, telle qu'elle se lit aujourd'hui.`;
    choices.push({ value: "again", name: "Renvoyer la confirmation", text });
  }
  if (limit > 0 && goodwillCents !== null) {
    const text = `À la charge de Parenthèse : rien n'est repris au professionnel. Seul, jusqu'à ${formatPrice(limit)} par réservation ; au-delà, quelqu'un de la finance doit accorder la même somme.`;
    choices.push({ value: "goodwill", name: "Faire un geste commercial", text });
  }
  return choices;
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { bookingId } = args.params;
  const found = await showBookingRecord(ctx, { bookingId }).catch(asPage);
  const { roles } = ctx.operator;
  const { client, professional, cancellations } = found;
  return {
    title: found.title,
    context: `${formatMoment(found.start)}, chez ${professional.name}`,
    client: {
      label: `Client : ${client.name || client.email}`,
      address: client.userId && operatorAddresses.account(client.userId),
    },
    professional: {
      label: `Professionnel : ${professional.name}`,
      address: operatorAddresses.account(professional.userId),
    },
    payments: found.payments.map(({ id, amountCents, status }) => ({
      label: `Paiement de ${formatPrice(amountCents)}, ${PAYMENT_STATE_NAMES[status]}`,
      address: operatorAddresses.payment(id),
    })),
    writeTo: [
      {
        label: "Écrire au client",
        address: operatorAddresses.write("client", found.id),
      },
      {
        label: "Écrire au professionnel",
        address: operatorAddresses.write("professional", found.id),
      },
    ],
    facts: [
      ["État", [BOOKING_STATES[found.status], found.ended].filter(Boolean).join(", ")],
      ["Places", String(found.seats)],
      ["Prix payé", formatPrice(found.priceCents)],
      ["Remboursable jusqu'au", formatMoment(found.refundableUntil)],
      ["Acheteur", client.email],
      ["Identifiant", found.id],
    ] as [string, string][],
    choices: choicesOf(found, roles),
    goodwill: found.goodwillCents && formatPrice(found.goodwillCents),
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
  return decideConfirmed(ctx, (one) => decideBooking(one, { ...form, bookingId }), form, {
    to: operatorAddresses.booking(bookingId),
    async says() {
      const { decision, amount } = form;
      if (decision === "goodwill") return [giftWords(typedAmount.parse(amount))];
      if (decision !== "client" && decision !== "professional") return [];
      const { cancellations, seats } = await showBookingRecord(ctx, { bookingId });
      return [`La réservation est annulée. Places : ${seats}.`, refundOf(cancellations[decision])];
    },
  });
}

export default function BookingFile({ loaderData, actionData }: Route.ComponentProps) {
  const { title, context, choices, hidden, facts, happenings } = loaderData;
  const { client, professional, payments, goodwill, writeTo } = loaderData;
  return (
    <RecordScreen
      {...{ title, context, happenings }}
      mails={actionData?.mails}
      sort="Réservation"
      decision={
        choices.length > 0 ? (
          <DecisionForm
            choices={choices}
            hidden={hidden}
            reasonHint="Par exemple la date de sa demande, et par quel moyen."
            button="Faire et inscrire"
            answer={actionData}
          >
            {choices.some(({ value }) => value === "goodwill") && (
              <TextField
                name="amount"
                label="Montant du geste, en euros"
                hint={`Pour un geste seulement : ${goodwill} au plus.`}
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </DecisionForm>
        ) : null
      }
    >
      <Panel id="reservation" title="La réservation">
        <Facts facts={facts} />
        <ul className="mt-4">
          {[client, professional, ...payments, ...writeTo].map(({ label, address }) => (
            <li key={label} className="flex min-h-11 items-center">
              {address ? <TextLink to={address}>{label}</TextLink> : `${label}, sans compte`}
            </li>
          ))}
        </ul>
      </Panel>
    </RecordScreen>
  );
}
