import { Button } from "../../ui/button.tsx";
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
