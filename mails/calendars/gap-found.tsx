import { gapHours, gapQuestion, gapReason } from "#core/calendars/gaps/labels.ts";
import type { GapMail } from "#core/calendars/gaps/read-gap-mail.server.ts";
import { formatLongDate } from "#core/dates.ts";
import { priceLabel } from "#core/money.ts";
import { MailButton, MailFacts, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

export const gapFound: MailTemplate<GapMail> = {
  subject: ({ gap, now }) => `${gapHours(gap)} ${gapQuestion(gap, now)}`,
  preview: ({ gap }) => gapReason(gap),
  Body: ({ gap, now, url }) => (
    <>
      <MailTitle>
        {gapHours(gap)} {gapQuestion(gap, now)}
      </MailTitle>
      <MailText>{gapReason(gap)} Rien n'est publié sans vous.</MailText>
      <MailFacts
        facts={[
          ["Séance", gap.offeringTitle],
          ["Date", formatLongDate(gap.start)],
          ["Horaire", `${gapHours(gap)}, ${gap.minutes} min`],
          ["Prix", priceLabel(gap.priceCents)],
        ]}
      />
      <MailButton href={url}>Voir dans mon agenda</MailButton>
    </>
  ),
};
