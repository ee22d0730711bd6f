import { useLocation } from "react-router";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { useVerification } from "./use-verification.ts";

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

/** For a visitor whose login ended while they paid. */
export function LogInToVerify() {
  const { pathname, search } = useLocation();
  return (
    <p>
      Vous n'êtes plus connecté.{" "}
      <TextLink to={addresses.logInThen(pathname + search)}>Se connecter</TextLink> pour vérifier
      votre paiement.
    </p>
  );
}
