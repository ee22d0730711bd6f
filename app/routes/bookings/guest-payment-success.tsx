import { CircleCheck } from "@lucide/icons";
import type { ReactNode } from "react";
import { showPurchase } from "#core/bookings/find-own-booking.server.ts";
import {
  GUEST_MESSAGES,
  LATE_TITLE,
  PROCESSING_LABEL,
  PROCESSING_MESSAGE,
} from "#core/bookings/labels.ts";
import {
  findCheckoutOffering,
  verifyGuestPayment,
} from "#core/bookings/payment/verify-payment.server.ts";
import { bookingIdOf } from "#core/bookings/rules.ts";
import { isAppError } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/cookies.server.ts";
import { BookedSession, purchaseEvents } from "../../parts/bookings/booked-session.tsx";
import { BookAgain, ResultLink, ResultScreen } from "../../parts/bookings/result-screen.tsx";
import {
  problem,
  useVerification,
  VerificationForm,
  type Verified,
} from "../../parts/bookings/verification-form.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/guest-payment-success";

/** `confirmed` tells another browser than the buyer's nothing (rule: buyer-proof). */
type Result = "new" | "existing" | "confirmed" | "processing" | Ended | "error";
type Ended = (typeof ENDED)[number];
const ENDED = ["failed", "refunded", "declined", "cancelled", "review", "called_off"] as const;

const isEnded = (result: Result | null): result is Ended => ENDED.some((end) => end === result);

const FAILURE = {
  title: "Erreur",
  text: "Impossible de vérifier le paiement. Veuillez contacter le support.",
};

export const handle = { actionFailure: FAILURE };

export const meta: Route.MetaFunction = () => titleMeta("Votre paiement");

export function loader({ request }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  return { hasId: sessionId !== "", isFree: bookingIdOf(sessionId) !== null };
}

export async function action({ request, context }: Route.ActionArgs): Promise<Verified<Result>> {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  const ctx = context.get(requestContext);
  const guestProof = readGuestProof(request);
  try {
    const verdict = await verifyGuestPayment(ctx, { sessionId, guestProof });
    const { success, isBuyer, isNewUser, message, bookingId } = verdict;
    if (verdict.isProcessing) {
      return problem("processing", PROCESSING_LABEL, PROCESSING_MESSAGE);
    }
    if (success) {
      const result = !isBuyer ? "confirmed" : isNewUser ? "new" : "existing";
      return {
        result,
        toast: {
          title: bookingIdOf(sessionId) ? "Réservation confirmée" : "Paiement confirmé !",
          text: message,
          tone: "success",
        },
        booked: bookingId ? await showPurchase(ctx, { bookingId, guestProof }) : null,
        happened: purchaseEvents(sessionId, { isConfirmed: true, guest: true }),
      };
    }
    const ended = ENDED.find((end) => message === GUEST_MESSAGES[end]);
    const answer = problem<Result>(ended ?? "error", "Erreur", message);
    if (ended === "failed") {
      return { ...answer, wayBack: await findCheckoutOffering(ctx, { sessionId }) };
    }
    if (ended !== "refunded" && ended !== "declined") return answer;
    return { ...answer, happened: purchaseEvents(sessionId, { isConfirmed: false, guest: true }) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return problem("error", FAILURE.title, FAILURE.text);
  }
}

export default function GuestPaymentSuccess({
  loaderData: { hasId, isFree },
}: Route.ComponentProps) {
  const { result, toast, booked, wayBack, Form } = useVerification<Result>(
    hasId ? null : "error",
    "error",
  );
  const failed = result === "error" || isEnded(result);
  const verifying = result === null;
  const isProcessing = result === "processing";
  return (
    <ResultScreen
      title={titleOf(result, isFree)}
      picture={verifying || failed || isProcessing ? "meditation-c" : "yoga"}
      busy={verifying}
      actions={
        <>
          {wayBack && <BookAgain to={wayBack} />}
          {result === "cancelled" || result === "failed" || isProcessing ? (
            <ResultLink
              to={addresses.sessions}
              variant={wayBack ? "outline" : "sage"}
              disabled={false}
            >
              Voir les sessions
            </ResultLink>
          ) : (
            <ResultLink
              to={failed ? addresses.contact : addresses.logIn}
              variant="sage"
              disabled={verifying}
            >
              {failed ? "Contacter le support" : "Se connecter"}
            </ResultLink>
          )}
          <ResultLink to={addresses.home} variant="outline" disabled={verifying}>
            Retour à l'accueil
          </ResultLink>
        </>
      }
    >
      <FormToast toast={toast} />
      <Words result={result} isFree={isFree} />
      {booked && <BookedSession booked={booked} />}
      {hasId && (verifying || isProcessing || result === "error") && (
        <VerificationForm Form={Form} verifying={verifying} />
      )}
    </ResultScreen>
  );
}

function titleOf(result: Result | null, isFree: boolean): string {
  if (result === null) return "Vérification en cours...";
  if (result === "error") return "Échec de la vérification du paiement";
  if (result === "processing") return PROCESSING_LABEL;
  if (result === "failed") return "Paiement refusé";
  if (result === "refunded") return LATE_TITLE;
  if (result === "declined") return "Réservation non confirmée";
  if (result === "cancelled") return "Paiement non abouti";
  if (result === "review") return "Paiement en vérification";
  if (result === "called_off") return "Réservation annulée";
  return isFree ? "Réservation confirmée" : "Paiement réussi !";
}

function Words({ result, isFree }: { result: Result | null; isFree: boolean }) {
  if (result === null) return <p>Un instant, nous vérifions votre paiement...</p>;
  if (result === "processing") return <p>{PROCESSING_MESSAGE}</p>;
  if (isEnded(result)) return <p>{GUEST_MESSAGES[result]}</p>;
  if (result === "error") {
    return (
      <p>
        Impossible de vérifier le paiement. Veuillez contacter le support : si le montant a été
        débité, votre réservation sera confirmée sous peu.
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-2 text-left text-ink">
        {result === "new" && <Done>Compte créé automatiquement</Done>}
        {result === "existing" && <Done>Réservation associée à votre compte</Done>}
        {result !== "existing" && !isFree && <Done>Réservation confirmée</Done>}
        <Done>Email de confirmation envoyé</Done>
      </ul>
      <Next result={result} />
    </>
  );
}

function Next({ result }: { result: "new" | "existing" | "confirmed" }) {
  if (result === "new") {
    return (
      <p>
        Consultez votre boîte mail : elle contient vos identifiants. Suivez le lien « Définir mon
        mot de passe », ou connectez-vous avec le mot de passe temporaire, puis changez-le.
      </p>
    );
  }
  return (
    <p>
      Consultez votre boîte mail
      {result === "existing" && ", connectez-vous et retrouvez vos réservations dans votre profil"}.
    </p>
  );
}

function Done({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <Icon of={CircleCheck} className="size-6 shrink-0 text-success" />
      {children}
    </li>
  );
}
