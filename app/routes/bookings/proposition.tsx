import { data, Form, redirect } from "react-router";
import { answerProposal } from "#core/bookings/proposals/answer-proposal.server.ts";
import { type ProposalView, showProposal } from "#core/bookings/proposals/show-proposal.server.ts";
import { formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import { isAppError } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/cookies.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/proposition";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette proposition." },
  actionFailure: { title: "Erreur", text: "Votre réponse n'est pas partie. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Une autre heure");

export { headers } from "../../public-pages/secret-address.server.ts";

/** Reading the link changes nothing (rule: another-hour). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const search = new URL(request.url).searchParams;
  const bookingId = search.get("reservation") ?? "";
  const token = search.get("jeton") ?? "";
  const asked = { token, bookingId };
  const proposal = await find(ctx, asked, request);
  // Somebody who is known by their booking alone may have been logged out meanwhile.
  if (!proposal && bookingId && !ctx.actor) {
    throw redirect(addresses.logInThen(addresses.proposalOf(bookingId)));
  }
  return { ...asked, proposal };
}

const which = ({ token, bookingId }: { token: string; bookingId: string }, request: Request) =>
  bookingId ? { bookingId, guestProof: readGuestProof(request) } : { token };

async function find(
  ctx: Parameters<typeof showProposal>[0],
  asked: Parameters<typeof which>[0],
  request: Request,
) {
  try {
    return await showProposal(ctx, which(asked, request));
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const field = (name: string) => String(form.get(name) ?? "");
  const asked = which({ token: field("token"), bookingId: field("bookingId") }, request);
  try {
    const answer = String(form.get("intent")) as "accepted" | "refused";
    await answerProposal(ctx, { ...asked, answer });
    return data({ toast: null, fields: {} }, {});
  } catch (error) {
    return asFormError(error);
  }
}

export function shouldRevalidate() {
  return true;
}

const ENDED: Record<Exclude<ProposalView["state"], "open">, string> = {
  accepted: "C'est accepté. Votre réservation est à la nouvelle heure.",
  refused: "C'est refusé.",
  lapsed: "Cette proposition n'attend plus de réponse.",
  withdrawn: "Cette proposition a été retirée.",
};

export default function Proposal({ loaderData, actionData }: Route.ComponentProps) {
  const { token, bookingId, proposal } = loaderData;
  if (!proposal) {
    return (
      <AuthScreen title="Ce lien ne mène à rien">
        <p className="mt-4">Il est incomplet, ou sa réservation n'existe plus.</p>
        <ButtonLink to={addresses.home} variant="sage" className="mt-6">
          Aller à l'accueil
        </ButtonLink>
      </AuthScreen>
    );
  }
  const { state, title, professional, from, to, word, withdraws, isFree } = proposal;
  const back = isFree ? "votre réservation s'arrête" : "vous êtes remboursé intégralement";
  return (
    <AuthScreen title="Une autre heure">
      <FormToast toast={actionData?.toast} />
      <p className="mt-3 wrap-anywhere">
        {professional} vous propose une autre heure pour «&nbsp;{title}&nbsp;».
      </p>
      <dl className="mt-6 grid gap-4 rounded-control bg-sage-100 px-5 py-5 text-sage-800 figures">
        <div>
          <dt>Prévue</dt>
          <dd className="font-display text-22">{hours(from)}</dd>
        </div>
        <div>
          <dt>Proposée</dt>
          <dd className="font-display text-22">{hours(to)}</dd>
        </div>
      </dl>
      {word && <p className="mt-4 whitespace-pre-line wrap-anywhere">« {word} »</p>}
      {actionData?.toast && (
        <Notice tone="danger" className="mt-5">
          {actionData.toast.text}
        </Notice>
      )}
      {state === "open" ? (
        <Form method="post" className="mt-6 grid gap-3">
          <HiddenFields token={token} bookingId={bookingId} />
          <IntentButton intent="accepted" variant="clay" size="large" block>
            Accepter la nouvelle heure
          </IntentButton>
          <IntentButton intent="refused" variant="quiet" block>
            {withdraws ? "Refuser et être remboursé" : "Garder l'heure prévue"}
          </IntentButton>
          <p className="mt-2 text-14 text-ink-soft">
            Accepter ne coûte rien de plus. {!isFree && refundOf(proposal)}
            {withdraws
              ? `L'heure prévue n'aura pas lieu : si vous refusez ou ne répondez pas avant le ${until(proposal)}, ${back}.`
              : `Sans réponse avant le ${until(proposal)}, votre réservation reste.`}
          </p>
        </Form>
      ) : (
        <>
          <Notice tone={state === "accepted" ? "success" : "info"} className="mt-6">
            {ENDED[state]}{" "}
            {state !== "accepted" &&
              (withdraws
                ? `L'heure prévue n'a pas lieu : ${back}.`
                : "Votre réservation reste à l'heure prévue.")}
          </Notice>
          <ButtonLink to={addresses.ownSessions} variant="sage" className="mt-6">
            Aller à Mes Sessions
          </ButtonLink>
        </>
      )}
    </AuthScreen>
  );
}

const hours = ({ start, end }: { start: Date; end: Date }) =>
  `${formatLongDay(start)}, ${formatTime(start)}\u00a0–\u00a0${formatEnd(start, end)}`;

function refundOf({ refundableUntil }: ProposalView): string {
  return refundableUntil
    ? `Ensuite, une annulation est remboursée intégralement jusqu'au ${formatLongDay(refundableUntil)} à ${formatTime(refundableUntil)}. `
    : "Ensuite, une annulation n'est pas remboursée. ";
}
const until = ({ expiresAt }: ProposalView) =>
  `${formatLongDay(expiresAt)} à ${formatTime(expiresAt)}`;
