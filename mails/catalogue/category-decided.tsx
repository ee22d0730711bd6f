import { type CategoryMail, readCategoryMail } from "#core/categories/decide-category.server.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const titleOf = ({ decision, before, name }: CategoryMail) =>
  ({
    accepted: `Votre catégorie « ${name} » est offerte à tous`,
    merged: `Vos séances sont maintenant dans « ${name} »`,
    refused: `La catégorie « ${before} » reste la vôtre seule`,
  })[decision];

const textOf = ({ decision, before, name }: CategoryMail) =>
  ({
    accepted:
      before === name
        ? "Les autres praticiens peuvent la choisir, la recherche la propose et elle a sa page parmi les pratiques."
        : `Nous l'avons écrite « ${name} » au lieu de « ${before} », pour qu'on la trouve. Les autres praticiens peuvent la choisir et elle a sa page parmi les pratiques.`,
    merged: `« ${before} » et « ${name} » disent la même chose à qui cherche : vos séances paraissent sous « ${name} », et les anciennes adresses y mènent.`,
    refused:
      "Nous ne la proposons pas aux autres praticiens. Vos séances la gardent et se réservent comme avant.",
  })[decision];

export const categoryDecided = defineMail("category-decided", {
  read: readCategoryMail,
  subject: titleOf,
  preview: ({ reason, decision }) =>
    reason ?? (decision === "accepted" ? "Elle a sa page parmi les pratiques." : ""),
  Body: (mail) => (
    <>
      <MailTitle>{titleOf(mail)}</MailTitle>
      <MailText>{textOf(mail)}</MailText>
      {mail.reason && <MailFacts facts={[["Motif", mail.reason]]} />}
      <MailButton href={mail.pageUrl}>Voir mes séances</MailButton>
      <MailNote>Vos séances, vos prix et vos réservations ne changent pas.</MailNote>
    </>
  ),
});
