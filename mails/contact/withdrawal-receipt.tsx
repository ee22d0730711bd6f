import { REFUND_NOTICE_HOURS } from "#core/bookings/cancellation-terms/rules.ts";
import { readMessageMail } from "#core/contact/close-message.server.ts";
import { WITHDRAWAL_REFUND_DAYS } from "#core/contact/rules.ts";
import { formatLongDate, formatTime } from "#core/dates.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const when = (instant: Date) => `${formatLongDate(instant)} à ${formatTime(instant)}`;

/** Confirms declaration and time (code de la consommation, D221-5). */
export const withdrawalReceipt = defineMail("withdrawal-receipt", {
  read: readMessageMail,
  subject: () => "Accusé de réception de votre rétractation",
  preview: ({ receivedAt }) => `Déclaration reçue le ${when(receivedAt)}.`,
  replyTo: ({ contactTo }) => contactTo,
  Body: ({ id, name, email, message, receivedAt, siteUrl }) => (
    <>
      <MailTitle>Nous avons reçu votre rétractation</MailTitle>
      <MailText>
        Votre déclaration nous est parvenue le {when(receivedAt)}, heure de Paris. Conservez cet
        e-mail : il en est la preuve.
      </MailText>
      <MailFacts
        facts={[
          ["Nom", name],
          ["E-mail", email],
          ["Votre déclaration", message],
          ["Référence", id],
        ]}
      />
      <MailText>
        Nous vérifions maintenant si la loi vous ouvre ce droit pour ce contrat, et nous vous
        répondons sous {site.answersWithin}. Si c'est le cas, vous êtes remboursé de la totalité
        sous {WITHDRAWAL_REFUND_DAYS} jours, avec le moyen de paiement que vous avez utilisé.
      </MailText>
      <MailNote>
        Une séance réservée pour une date précise n'ouvre en principe pas ce droit (article L221-28
        du code de la consommation). Vous pouvez toujours l'annuler dans{" "}
        <MailLink href={`${siteUrl}${addresses.ownSessions}`}>Mes Sessions</MailLink> : elle est
        remboursée en entier jusqu'à {REFUND_NOTICE_HOURS} heures avant son début.
      </MailNote>
    </>
  ),
});
