import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { GUEST_MESSAGES } from "#core/bookings/labels.ts";
import { verifyGuestPayment } from "#core/bookings/verify-guest-payment.server.ts";
import { isAppError } from "#core/errors.ts";
import { requestContext } from "../context.server.ts";
import { readGuestProof } from "../guest-proof.server.ts";
import { ResultLink, ResultScreen } from "../parts/bookings/result-screen.tsx";
import { useVerification, type Verified } from "../parts/bookings/use-verification.ts";
import { site } from "../site.ts";
import { Button } from "../ui/button.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import type { Route } from "./+types/guest-payment-success";

/** `confirmed`: by a browser that is not the buyer's, which is told nothing of accounts (R27). */
type Result = "new" | "existing" | "confirmed" | "refunded" | "cancelled" | "error";

export const meta: Route.MetaFunction = () => [
  { title: `Votre paiement — ${site.name}` },
  { name: "robots", content: "noindex" },
];

export function loader({ request }: Route.LoaderArgs) {
  return { hasId: Boolean(new URL(request.url).searchParams.get("session_id")) };
}

export async function action({ request, context }: Route.ActionArgs): Promise<Verified<Result>> {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  try {
    const verdict = await verifyGuestPayment(context.get(requestContext), {
      sessionId,
      guestProof: readGuestProof(request),
    });
    const { success, isBuyer, isNewUser, message } = verdict;
    if (success) {
      const result = !isBuyer ? "confirmed" : isNewUser ? "new" : "existing";
      return { result, toast: { title: "Paiement confirmé !", text: message, tone: "success" } };
    }
    const ended = (["refunded", "cancelled"] as const).find(
      (end) => message === GUEST_MESSAGES[end],
    );
    const result = ended ?? "error";
    return { result, toast: { title: "Erreur", text: message, tone: "danger" } };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const text = "Impossible de vérifier le paiement. Veuillez contacter le support.";
    return { result: "error", toast: { title: "Erreur", text, tone: "danger" } };
  }
}

export default function GuestPaymentSuccess({ loaderData: { hasId } }: Route.ComponentProps) {
  const { result, toast, Form, busy } = useVerification<Result>(hasId ? null : "error", "error");
  const failed = result === "error" || result === "refunded" || result === "cancelled";
  const verifying = result === null;
  return (
    <ResultScreen
      title={titleOf(result)}
      picture={verifying || failed ? "meditation-c" : "yoga"}
      busy={verifying}
      actions={
        <>
          {result === "cancelled" ? (
            <ResultLink to="/sessions" variant="sage" disabled={false}>
              Voir les sessions
            </ResultLink>
          ) : (
            <ResultLink to={failed ? "/contact" : "/connexion"} variant="sage" disabled={verifying}>
              {failed ? "Contacter le support" : "Se connecter"}
            </ResultLink>
          )}
          <ResultLink to="/" variant="outline" disabled={verifying}>
            Retour à l'accueil
          </ResultLink>
        </>
      }
    >
      <FormToast toast={toast} />
      <Words result={result} />
      {hasId && (verifying || result === "error") && (
        <Form method="post">
          {verifying ? (
            <noscript>
              <Button type="submit" variant="outline">
                Vérifier mon paiement
              </Button>
            </noscript>
          ) : (
            <Button type="submit" variant="outline" busy={busy}>
              Vérifier à nouveau
            </Button>
          )}
        </Form>
      )}
    </ResultScreen>
  );
}

function titleOf(result: Result | null): string {
  if (result === null) return "Vérification en cours...";
  if (result === "error") return "Échec de la vérification du paiement";
  return result === "refunded" ? "Paiement remboursé" : "Paiement réussi !";
}

function Words({ result }: { result: Result | null }) {
  switch (result) {
    case null:
      return <p>Un instant, nous vérifions votre paiement...</p>;
    case "error":
      return (
        <p>
          Impossible de vérifier le paiement. Veuillez contacter le support : si le montant a été
          débité, votre réservation sera confirmée sous peu.
        </p>
      );
    case "refunded":
    case "cancelled":
      return <p>{GUEST_MESSAGES[result]}</p>;
    default:
      return (
        <>
          <ul className="grid gap-2 text-left text-ink">
            {result === "new" && <Done>Compte créé automatiquement</Done>}
            <Done>
              {result === "existing"
                ? "Réservation associée à votre compte"
                : "Réservation confirmée"}
            </Done>
            <Done>Email de confirmation envoyé</Done>
          </ul>
          <Next result={result} />
        </>
      );
  }
}

function Next({ result }: { result: "new" | "existing" | "confirmed" }) {
  if (result === "new") {
    return (
      <p>
        Consultez votre boîte mail : elle contient vos identifiants. Connectez-vous avec le mot de
        passe temporaire, puis changez-le.
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
      <CircleCheck aria-hidden className="size-6 shrink-0 text-success" />
      {children}
    </li>
  );
}
