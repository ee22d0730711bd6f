import { gapHours, gapQuestion, gapReason } from "#core/calendars/gaps/labels.ts";
import { readGapMail } from "#core/calendars/gaps/offer-gaps.server.ts";
import { formatLongDate } from "#core/dates.ts";
import { priceLabel } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const gapFound = defineMail("gap-found", {
  read: readGapMail,
  push: ({ gap, now }) => ({
    title: `${gapHours(gap)} ${gapQuestion(gap, now).split(". ")[0]}`,
    text: gapQuestion(gap, now).split(". ")[1] ?? gap.offeringTitle,
    ...{ path: addresses.agenda, goodUntil: gap.start },
  }),
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
});
