import { paymentLabel } from "#core/subscriptions/labels.ts";
import { readPurchaseMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import { MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const subscriptionProcessing = defineMail("subscription-processing", {
  read: readPurchaseMail,
  subject: ({ plan }) => `Paiement en cours : votre abonnement ${plan}`,
  preview: () => "Votre banque n'a pas encore répondu.",
  Body: ({ plan, price }) => (
    <>
      <MailTitle>Paiement en cours</MailTitle>
      <MailText>
        Votre banque n'a pas encore répondu à votre paiement. Votre abonnement sera actif dès qu'il
        aura abouti : un e-mail vous le dira.
      </MailText>
      <MailFacts
        facts={[
          ["Offre", plan],
          ["Prix", price ? paymentLabel(price) : "Gratuit"],
        ]}
      />
      <MailNote>
        Ne payez pas une seconde fois. S'il est refusé, rien n'est débité et un e-mail vous le dira
        aussi.
      </MailNote>
    </>
  ),
});
