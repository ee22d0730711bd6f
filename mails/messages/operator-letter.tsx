import { readLetterMail } from "#core/records/letters/write-letter.server.ts";
import { MailFacts, MailLines, MailNote, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

/** An operator's own words (rule: operators-letters). */
export const operatorLetter = defineMail("operator-letter", {
  read: readLetterMail,
  subject: ({ subject }) => subject,
  preview: ({ text }) => text.slice(0, 140),
  replyTo: ({ contactTo }) => contactTo,
  Body: ({ subject, text, subjectMatter }) => (
    <>
      <MailTitle>{subject}</MailTitle>
      <MailLines text={text} />
      {subjectMatter && <MailFacts facts={[["À propos de", subjectMatter]]} />}
      <MailNote>Répondez à cet e-mail pour continuer cet échange.</MailNote>
    </>
  ),
});
