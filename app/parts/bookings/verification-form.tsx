import { useLocation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { useVerification } from "./use-verification.ts";

/** Asks once more what became of a payment; while it is being asked, for who has no JavaScript. */
export function VerificationForm({
  Form,
  verifying,
}: {
  Form: ReturnType<typeof useVerification>["Form"];
  verifying: boolean;
}) {
  const button = (label: string) => (
    <Button type="submit" variant="outline">
      {label}
    </Button>
  );
  return (
    <Form method="post">
      {verifying ? (
        <noscript>{button("Vérifier mon paiement")}</noscript>
      ) : (
        button("Vérifier à nouveau")
      )}
    </Form>
  );
}

/** Instead of the form, to whom no result may be told: the login ended while they paid. */
export function LogInToVerify() {
  const { pathname, search } = useLocation();
  return (
    <p>
      Vous n'êtes plus connecté.{" "}
      <TextLink to={`/connexion?suite=${encodeURIComponent(pathname + search)}`}>
        Se connecter
      </TextLink>{" "}
      pour vérifier votre paiement.
    </p>
  );
}
