import { formatLongDate, formatTime } from "#core/dates.ts";
import { ACCOUNT_BASIS_WORDS, SOURCE_WORDS, URGENCY_WORDS } from "#core/sanctions/labels.ts";
import type { SanctionMail } from "#core/sanctions/read-sanction-mail.server.ts";
import { readAnswerMail, readSanctionMail } from "#core/sanctions/read-sanction-mail.server.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

/** Statement of reasons (règlement (UE) 2022/2065, article 17; 2019/1150, article 4). */
const factsOf = ({ facts, basis, source }: SanctionMail): [string, string][] => [
  ["Les faits", facts],
  ["Le fondement", ACCOUNT_BASIS_WORDS[basis]],
  ["Comment nous l'avons su", SOURCE_WORDS[source]],
];

function HowToContest({ contestUrl, until }: SanctionMail) {
  return (
    <>
      <MailButton href={contestUrl}>Contester cette décision</MailButton>
      <MailNote>
        C'est gratuit, possible jusqu'au {formatLongDate(until)}, et une personne relit sous une
        semaine. Vous pouvez aussi saisir le médiateur, un organe de règlement extrajudiciaire
        certifié ou un juge : <MailLink href={contestUrl}>la page de la décision</MailLink> le
        rappelle.
      </MailNote>
    </>
  );
}

function whatOfBookings({ upcoming, booked }: SanctionMail): string {
  if (upcoming === 0) return "";
  return booked === "kept"
    ? ` Vos réservations concernées (${upcoming}) sont maintenues : vos clients sont prévenus et peuvent choisir d'être remboursés. Assurez celles qui restent.`
    : " Les réservations concernées sont annulées et vos clients remboursés en entier.";
}

/** Empty without a paid plan (rule: suspended-plan). */
function whatOfPlan({ plan, measure, urgency }: SanctionMail): string {
  if (!plan) return "";
  if (measure === "suspended") {
    return ` Rien n'est prélevé pour votre abonnement ${plan} tant que dure la suspension, et rien ne le sera après coup.`;
  }
  return urgency
    ? ` Votre abonnement ${plan} prend fin aussitôt.`
    : ` Votre abonnement ${plan} prend fin le même jour.`;
}

export const accountSuspended = defineMail("account-suspended", {
  read: readSanctionMail,
  subject: () => "Votre compte est suspendu",
  preview: () => "Pourquoi, et comment contester cette décision.",
  Body: (mail) => (
    <>
      <MailTitle>Votre compte est suspendu</MailTitle>
      <MailText>
        Votre compte Parenthèse est suspendu depuis le {formatLongDate(mail.effectiveAt)} à{" "}
        {formatTime(mail.effectiveAt)}, jusqu'à nouvel ordre.{" "}
        {mail.isProfessional
          ? `Vous ne pouvez plus vous connecter, vos offres ne sont plus visibles et personne ne peut les réserver.${whatOfBookings(mail)}`
          : "Vous ne pouvez plus vous connecter. Vos réservations sont gardées."}
        {whatOfPlan(mail)}
      </MailText>
      <MailFacts facts={factsOf(mail)} />
      <HowToContest {...mail} />
    </>
  ),
});

export const relationshipEnding = defineMail("relationship-ending", {
  read: readSanctionMail,
  subject: ({ effectiveAt, urgency }) =>
    urgency
      ? "Nous mettons fin à notre relation"
      : `Nous mettons fin à notre relation le ${formatLongDate(effectiveAt)}`,
  preview: () => "Pourquoi, à partir de quand, et comment contester cette décision.",
  Body: (mail) => (
    <>
      <MailTitle>Nous mettons fin à notre relation</MailTitle>
      {mail.urgency ? (
        <MailText>
          Notre relation a pris fin le {formatLongDate(mail.effectiveAt)} à{" "}
          {formatTime(mail.effectiveAt)}, sans préavis, parce que {URGENCY_WORDS[mail.urgency]}. Vos
          offres ne sont plus visibles.{whatOfBookings(mail)}
          {whatOfPlan(mail)} Écrivez-nous pour recevoir une copie de vos données.
        </MailText>
      ) : (
        <MailText>
          Notre relation prend fin le {formatLongDate(mail.effectiveAt)} à{" "}
          {formatTime(mail.effectiveAt)}, après un préavis de trente jours. Jusque-là, vous vendez
          ce qui commence avant cette date, et vous pouvez télécharger vos données ou partir de
          vous-même depuis votre profil.{whatOfBookings(mail)}
          {whatOfPlan(mail)}
        </MailText>
      )}
      <MailFacts facts={factsOf(mail)} />
      <HowToContest {...mail} />
    </>
  ),
});

function liftedTitle({ measure, isSuspended }: SanctionMail): string {
  if (measure === "suspended") return "Votre compte est rouvert";
  return isSuspended ? "Le préavis est levé" : "Notre relation continue";
}

function whatNow({ isSuspended, measure, plan, endedPlan }: SanctionMail): string {
  if (isSuspended) {
    return "Cette décision ne s'applique plus. Votre compte reste suspendu par une autre, qui vous a été écrite.";
  }
  return [
    "La décision ne s'applique plus : vous pouvez vous connecter, et vos offres se réservent de nouveau.",
    plan && measure === "suspended"
      ? ` Votre abonnement ${plan} reprend, et rien n'est prélevé pour le temps de la suspension.`
      : "",
    endedPlan
      ? ` Votre abonnement ${endedPlan} est terminé et ne reprend pas de lui-même : vous pouvez en prendre un autre.`
      : "",
  ].join("");
}

/** Sent after a contest, and when a decision is lifted. */
export const accountDecisionAnswered = defineMail("account-decision-answered", {
  read: readAnswerMail,
  subject: (mail) => (mail.isLifted ? liftedTitle(mail) : "Nous avons relu notre décision"),
  preview: ({ answer }) => answer.slice(0, 100),
  Body: (mail) => (
    <>
      <MailTitle>{mail.isLifted ? liftedTitle(mail) : "Notre décision est maintenue"}</MailTitle>
      <MailText>
        {mail.isContested &&
          "Vous avez contesté notre décision. Une personne qui a tout relu vous répond. "}
        {mail.isLifted ? whatNow(mail) : "Elle reste en vigueur."}
      </MailText>
      <MailFacts facts={[["Pourquoi", mail.answer]]} />
      {mail.isLifted ? (
        <MailButton href={mail.siteUrl}>Aller sur Parenthèse</MailButton>
      ) : (
        <MailNote>
          Vous pouvez encore saisir le médiateur, un organe de règlement extrajudiciaire certifié ou
          un juge. <MailLink href={mail.contestUrl}>Revoir la décision et ses motifs</MailLink>
        </MailNote>
      )}
    </>
  ),
});
