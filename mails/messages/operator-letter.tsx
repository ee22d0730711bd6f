import type { LetterMail } from "#core/records/letters/schema.ts";
import { MailFacts, MailLines, MailNote, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

/** The words of an operator to a client or a professional (rule: operators-letters). */
export const operatorLetter: MailTemplate<LetterMail> = {
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
};
