import { formatPrice } from "#core/money.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { disputeLabel } from "#core/payments/labels.ts";
import { showPayment } from "#core/payments/show-payment.server.ts";
import { findOwnWork } from "#core/queue/show-queue.server.ts";
import { decideReview } from "#core/reconciliation/decide-review.server.ts";
import { site } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { decide } from "../../parts/operator/decision.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { actLines, deadlineOf, momentOf, officeOf } from "../../parts/operator/office.server.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/paiement";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce paiement." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => [{ title: `Paiement — Opérateur ${site.name}` }];

const REFUND_STATES = {
  asked: "demandé",
  pending: "en cours chez Stripe",
  succeeded: "fait",
  failed: "refusé ou échoué",
};

/** A payment under review or disputed, with the way of its money (rule: payment-review). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { paymentId } = args.params;
  const { payment, refunds, shares } = await showPayment(ctx, { paymentId }).catch(asPage);
  const work =
    (await findOwnWork(ctx, { kind: "dispute", id: paymentId })) ??
    (await findOwnWork(ctx, { kind: "payment", id: paymentId }));
  const { amountCents, description, payerEmail } = payment;
  return {
    office: officeOf(ctx.operator),
    deadline: work && deadlineOf(work, ctx.now()),
    acts: actLines(await listActsOn(ctx, { kind: "payment", id: paymentId })),
    ...{ sort: work?.name ?? "Paiement", title: `${formatPrice(amountCents)} : ${description}` },
    context: `Payé par ${payerEmail}`,
    isInReview: payment.status === "review",
    paymentId,
    booking: operatorAddresses.booking(payment.reference),
    facts: [
      ["Stripe", payment.paymentIntentId],
      ["État", payment.status],
      ["En examen", payment.reviewReason],
      ["Contestation", payment.disputeStatus && disputeLabel(payment.disputeStatus)],
      ["Preuves attendues", payment.disputeDueAt && momentOf(payment.disputeDueAt)],
      ["Rendu au client", shares && formatPrice(shares.returnedCents)],
      ["Chez le professionnel", shares && formatPrice(shares.professionalCents)],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
    moves: [
      { at: payment.createdAt, what: "Paiement commencé", amount: payment.amountCents, sign: "" },
      ...(payment.paidAt
        ? [{ at: payment.paidAt, what: "Encaissé", amount: payment.amountCents, sign: "+" }]
        : []),
      ...refunds.map((refund) => ({
        at: refund.createdAt,
        what: `Remboursement ${REFUND_STATES[refund.status]}${refund.refusedCode ? ` : ${refund.refusedCode}` : ""}`,
        ...{ amount: refund.amountCents, sign: "−" },
      })),
    ].map(({ at, what, amount, sign }) => {
      return { at: momentOf(at), what, amount: sign + formatPrice(amount) };
    }),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { paymentId } = args.params;
  const input = { ...form, paymentId } as Parameters<typeof decideReview>[1];
  const done = form.decision === "refund" ? "Remboursement redemandé" : "Paiement classé";
  return decide(decideReview(ctx, input), done, form);
}

export default function ReviewedPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { office, sort, title, context, deadline, acts, facts, moves, isInReview } = loaderData;
  const { booking, paymentId } = loaderData;
  return (
    <CaseScreen
      {...{ office, sort, title, context, deadline, acts }}
      decision={
        isInReview ? (
          <DecisionForm
            choices={[
              {
                ...{ value: "refund", name: "Redemander le remboursement" },
                text: "Stripe l'a refusé ou n'a pu le faire ; le solde suffit de nouveau.",
              },
              {
                ...{ value: "accept", name: "Noter comme remboursé autrement" },
                text: "Le client a déjà son argent, par virement ou au tableau de bord.",
              },
            ]}
            reasonLabel="Motif, lu plus tard par le contrôle"
            reasonHint="Par exemple la référence du virement."
            button="Décider"
            answer={actionData}
          />
        ) : (
          <p className="text-14 text-ink-soft">
            Ce paiement est contesté :{" "}
            <TextLink to={operatorAddresses.dispute(paymentId)}>répondre à la banque</TextLink>.
          </p>
        )
      }
    >
      <Panel aria-labelledby="argent">
        <h2 id="argent" className="text-22">
          L'argent
        </h2>
        <table className="mt-4 w-full text-left">
          <thead className="sr-only">
            <tr>
              <th scope="col">Mouvement</th>
              <th scope="col">Montant</th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ at, what, amount }) => (
              <tr key={at + what} className="border-b border-sand-300">
                <th scope="row" className="py-2.5 font-regular">
                  {what}
                  <span className="block text-14 text-ink-soft figures">{at}</span>
                </th>
                <td className="py-2.5 text-right whitespace-nowrap figures">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Facts facts={facts} />
        <p className="mt-4">
          <TextLink to={booking}>La réservation et tout son déroulé</TextLink>
        </p>
      </Panel>
    </CaseScreen>
  );
}
