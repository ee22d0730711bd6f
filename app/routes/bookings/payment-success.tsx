import { useEffect } from "react";
import { useNavigate } from "react-router";
import { showPurchase } from "#core/bookings/find-own-booking.server.ts";
import {
  CALLED_OFF_MESSAGE,
  FAILED_MESSAGE,
  LATE_MESSAGE,
  LATE_TITLE,
  PROCESSING_LABEL,
  PROCESSING_MESSAGE,
  REVIEW_MESSAGE,
  UNPAID_MESSAGE,
} from "#core/bookings/labels.ts";
import {
  findCheckoutOffering,
  verifyPayment,
} from "#core/bookings/payment/verify-payment.server.ts";
import { bookingIdOf } from "#core/bookings/rules.ts";
import { isAppError } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { BookedSession, purchaseEvents } from "../../parts/bookings/booked-session.tsx";
import { BookAgain, ResultLink, ResultScreen } from "../../parts/bookings/result-screen.tsx";
import {
  LogInToVerify,
  problem,
  useVerification,
  VerificationForm,
  type Verified,
} from "../../parts/bookings/verification-form.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import { showToast } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/payment-success";

type Other = keyof typeof OTHERS;
type Result = "success" | "pending" | "refunded" | "signed-out" | "error" | Other;

const CAN_ASK_AGAIN: readonly Result[] = ["pending", "processing", "error"];

/** Milliseconds before a visitor without a `session_id` is taken to their profile. */
const REDIRECT_DELAY = 2_000;

export const meta: Route.MetaFunction = () => titleMeta("Votre paiement");

export function loader({ request }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  return { hasId: sessionId !== "", isFree: bookingIdOf(sessionId) !== null };
}

const confirmed: Verified<Result> = {
  result: "success",
  toast: {
    title: "Paiement confirmé !",
    text: "Votre réservation a été confirmée avec succès",
    tone: "success",
  },
};
const free: Verified<Result> = {
  ...confirmed,
  toast: { ...confirmed.toast, title: "Réservation confirmée", text: "Votre place est réservée." },
};
const waiting = problem(
  "pending",
  "Paiement en attente",
  "Votre paiement est en cours de traitement",
);
const OTHERS = {
  processing: problem("processing", PROCESSING_LABEL, PROCESSING_MESSAGE),
  failed: problem("failed", "Paiement refusé", FAILED_MESSAGE),
  cancelled: problem("cancelled", "Paiement non abouti", UNPAID_MESSAGE),
  review: problem("review", "Paiement en vérification", REVIEW_MESSAGE),
  called_off: problem("called_off", "Réservation annulée", CALLED_OFF_MESSAGE),
};

const isOther = (result: string | null): result is Other => result !== null && result in OTHERS;

const LATE = problem("refunded", LATE_TITLE, LATE_MESSAGE);
const failed = problem(
  "error",
  "Erreur de vérification",
  "Une erreur est survenue lors de la vérification du paiement. Contactez le support si le problème persiste.",
);

export async function action({ request, context }: Route.ActionArgs): Promise<Verified<Result>> {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  try {
    const ctx = context.get(requestContext);
    const { outcome, bookingId } = await verifyPayment(ctx, { sessionId });
    if (outcome === "failed") {
      return { ...OTHERS.failed, wayBack: await findCheckoutOffering(ctx, { sessionId }) };
    }
    if (isOther(outcome)) return OTHERS[outcome];
    if (outcome === "pending") return waiting;
    const isConfirmed = outcome === "confirmed";
    const isFree = bookingIdOf(sessionId) !== null;
    const happened = purchaseEvents(sessionId, { isConfirmed, guest: false });
    return {
      ...(isConfirmed
        ? { ...(isFree ? free : confirmed), booked: await showPurchase(ctx, { bookingId }) }
        : LATE),
      happened,
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code !== "unauthenticated") return failed;
    return problem("signed-out", failed.toast.title, error.message);
  }
}

export default function PaymentSuccess({ loaderData: { hasId, isFree } }: Route.ComponentProps) {
  useMissingId(!hasId);
  const { result, toast, booked, wayBack, Form } = useVerification<Result>(
    hasId ? null : "error",
    "error",
  );
  const verifying = result === null;
  return (
    <ResultScreen
      title={titleOf(result, isFree)}
      picture={result === "success" ? "yoga" : "meditation-c"}
      busy={verifying}
      actions={
        <>
          {wayBack && <BookAgain to={wayBack} />}
          <ResultLink
            to={addresses.profile}
            variant={wayBack ? "outline" : "sage"}
            disabled={verifying}
          >
            Voir mon profil
          </ResultLink>
          <ResultLink to={addresses.sessions} variant="outline" disabled={verifying}>
            Voir les sessions
          </ResultLink>
        </>
      }
    >
      <FormToast toast={toast} />
      <Words result={result} />
      {booked && <BookedSession booked={booked} />}
      {hasId && (verifying || CAN_ASK_AGAIN.includes(result)) && (
        <VerificationForm Form={Form} verifying={verifying} />
      )}
    </ResultScreen>
  );
}

function titleOf(result: Result | null, isFree: boolean): string {
  if (result === null) return "Vérification en cours...";
  if (result === "processing" || result === "failed") return OTHERS[result].toast.title;
  if (result === "refunded") return LATE_TITLE;
  if (result !== "success") return "Vérification du paiement";
  return isFree ? "Réservation confirmée" : "Paiement réussi !";
}

function Words({ result }: { result: Result | null }) {
  if (isOther(result)) return <p>{OTHERS[result].toast.text}</p>;
  switch (result) {
    case null:
      return <p>Un instant, nous vérifions votre paiement...</p>;
    case "success":
      return (
        <p>
          Votre réservation est confirmée. Vous la retrouvez dans votre profil et dans{" "}
          <TextLink to={addresses.ownSessions}>Mes Sessions</TextLink>.
        </p>
      );
    case "refunded":
      return <p>{LATE_MESSAGE}</p>;
    case "signed-out":
      return <LogInToVerify />;
    default:
      return (
        <p>
          Si le montant a été débité, votre réservation sera confirmée sous peu. Si elle n'apparaît
          pas, <TextLink to={addresses.contact}>contactez le support</TextLink>.
        </p>
      );
  }
}

function useMissingId(isMissing: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isMissing) return;
    showToast({ title: "Erreur", text: "ID de session manquant", tone: "danger" });
    const timer = setTimeout(() => navigate(addresses.profile, { replace: true }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [isMissing, navigate]);
}
