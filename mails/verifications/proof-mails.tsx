import { dayWords } from "#core/verifications/labels.ts";
import type { ProofMail } from "#core/verifications/read-proof-mails.server.ts";
import { readPieceMail, readWantedMail } from "#core/verifications/read-proof-mails.server.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const factsOf = ({ name, title, issuer, issuedOn, expiresOn, reason }: ProofMail) =>
  [
    ["Pièce", title ? `${name} : ${title}` : name],
    ["Délivrée par", issuer],
    ["Date", issuedOn && dayWords(issuedOn)],
    ["Valable jusqu'au", expiresOn && dayWords(expiresOn)],
    ["Motif", reason],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));

const wanted = ({ isVerified, missing }: ProofMail) =>
  isVerified
    ? "La coche « Profil vérifié » est affichée à côté de votre nom, avec ce que nous avons lu."
    : missing.length > 0 &&
      `Pour la coche « Profil vérifié », il manque encore : ${missing.join(", ")}.`;

export const proofReceived = defineMail("proof-received", {
  read: readPieceMail,
  subject: ({ yours }) => `Nous avons bien reçu ${yours}`,
  preview: () => "Une personne la lit sous 48 heures et vous écrit ce qu'elle décide.",
  Body: (mail) => (
    <>
      <MailTitle>Nous avons bien reçu {mail.yours}</MailTitle>
      <MailText>
        Une personne de notre équipe lit cette pièce sous 48 heures. Nous vous écrivons ce qu'elle
        décide. Un document est chiffré, vu seulement par les personnes qui vérifient, et effacé à
        sa date.
      </MailText>
      <MailFacts facts={factsOf(mail)} />
      <MailButton href={mail.pageUrl}>Voir ma vérification</MailButton>
    </>
  ),
});

export const proofAccepted = defineMail("proof-accepted", {
  read: readPieceMail,
  subject: ({ isVerified, name }) =>
    isVerified ? "Votre profil est vérifié" : `Pièce acceptée : ${name.toLowerCase()}`,
  preview: (mail) => wanted(mail) || `Nous avons accepté ${mail.yours}.`,
  Body: (mail) => (
    <>
      <MailTitle>{mail.isVerified ? "Votre profil est vérifié" : "Pièce acceptée"}</MailTitle>
      <MailText>
        Nous avons accepté {mail.yours}. La coche en {mail.isVerified ? "dit" : "dira"} :{" "}
        {`« ${mail.told} ».`}
      </MailText>
      <MailFacts facts={factsOf(mail)} />
      <MailText>{wanted(mail)}</MailText>
      <MailButton href={mail.pageUrl}>Voir ma vérification</MailButton>
    </>
  ),
});

export const proofRefused = defineMail("proof-refused", {
  read: readPieceMail,
  subject: ({ name }) => `Pièce refusée : ${name.toLowerCase()}`,
  preview: ({ reason }) => reason ?? "",
  Body: (mail) => (
    <>
      <MailTitle>Cette pièce n'a pas pu être acceptée</MailTitle>
      <MailFacts facts={factsOf(mail)} />
      <MailText>Vous pouvez en donner une autre à tout moment. {wanted(mail)}</MailText>
      <MailButton href={mail.pageUrl}>Donner une autre pièce</MailButton>
      <MailNote>Vos séances et vos réservations ne changent pas.</MailNote>
    </>
  ),
});

export const proofExpiring = defineMail("proof-expiring", {
  read: readPieceMail,
  subject: ({ name, left }) =>
    `${name} : ${left === 0 ? "dernier jour" : `encore ${left} jour${left === 1 ? "" : "s"}`}`,
  preview: () => "Donnez la nouvelle pièce avant cette date : la coche reste affichée.",
  Body: (mail) => (
    <>
      <MailTitle>Une pièce arrive à sa fin</MailTitle>
      <MailFacts facts={factsOf(mail)} />
      <MailText>
        Donnez la nouvelle avant cette date : l'ancienne compte jusqu'à ce que la nouvelle soit lue.
        Sans elle, la coche « Profil vérifié » s'éteint le lendemain.
      </MailText>
      <MailButton href={mail.pageUrl}>Donner la nouvelle pièce</MailButton>
    </>
  ),
});

export const proofEnded = defineMail("proof-ended", {
  read: readPieceMail,
  subject: ({ isVerified, name }) =>
    isVerified ? `${name} : cette pièce ne compte plus` : "Votre profil n'est plus vérifié",
  preview: ({ reason }) => reason ?? "",
  Body: (mail) => (
    <>
      <MailTitle>
        {mail.isVerified ? "Une pièce ne compte plus" : "La coche n'est plus affichée"}
      </MailTitle>
      <MailFacts facts={factsOf(mail)} />
      <MailText>{wanted(mail)} Vos séances et vos réservations ne changent pas.</MailText>
      <MailButton href={mail.pageUrl}>Mettre à jour ma vérification</MailButton>
    </>
  ),
});

export const proofWanted = defineMail("proof-wanted", {
  read: readWantedMail,
  subject: ({ yours }) => `Il nous faut encore ${yours}`,
  preview: ({ reason }) => reason,
  Body: ({ yours, reason, pageUrl }) => (
    <>
      <MailTitle>Il nous faut encore {yours}</MailTitle>
      <MailText>
        Nous lisons ce que vous avez donné pour la coche « Profil vérifié ». Rien n'est refusé. La
        personne qui s'en occupe vous écrit :
      </MailText>
      <MailText>« {reason} »</MailText>
      <MailButton href={pageUrl}>Donner cette pièce</MailButton>
      <MailNote>Vos séances et vos réservations ne changent pas.</MailNote>
    </>
  ),
});
