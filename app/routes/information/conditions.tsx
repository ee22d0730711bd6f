import { TEMPORARY_PASSWORD_LIFE } from "#core/accounts/rules.ts";
import { REFUND_NOTICE_HOURS } from "#core/bookings/rules.ts";
import { COMMISSION_LABEL } from "#core/commission.ts";
import { WITHDRAWAL_DAYS } from "#core/contact/rules.ts";
import { formatDate, fromParis } from "#core/dates.ts";
import { DAY, HOUR } from "#core/durations.ts";
import { CORRECTION_TIME } from "#core/moderation/rules.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import { legal, site, TERMS_SINCE } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { LegalPage, LegalSection } from "../../parts/information/legal-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/conditions";

export const page = { shared: {} };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Conditions générales",
    "Les règles du site : compte, réservation, paiement, annulation, remboursement, responsabilités de chacun.",
  );

export const loader = () => ({
  legal,
  since: fromParis(`${TERMS_SINCE}T00:00`) ?? new Date(0),
  correctionDays: CORRECTION_TIME / DAY,
});

export default function Terms({
  loaderData: { legal, since, correctionDays },
}: Route.ComponentProps) {
  return (
    <LegalPage
      title="Conditions générales"
      picture="psychotherapie-b"
      intro={
        <>
          <p>
            Ce que nous vous devons, ce que les praticiens vous doivent, et ce que vous nous devez.
          </p>
          <p className="mt-4 text-14">Texte en vigueur depuis le {formatDate(since)}</p>
        </>
      }
    >
      <LegalSection id="objet" title="Objet">
        <p>
          {site.name} est une place de marché. Elle met en relation des <strong>clients</strong> et
          des <strong>praticiens</strong> professionnels du bien-être, qui y proposent leurs
          créneaux libres. Le site est exploité par {legal.company}, présentée dans les{" "}
          <TextLink to={addresses.legalNotice}>mentions légales</TextLink>.
        </p>
        <p>
          Quand vous réservez une séance, le contrat se forme entre vous et le praticien, qui agit
          toujours comme professionnel. Nous fournissons le service de mise en relation et
          d'encaissement. Les présentes conditions règlent l'usage de ce service.
        </p>
      </LegalSection>
      <LegalSection id="acceptation" title="Acceptation">
        <p>
          Vous acceptez ces conditions en créant un compte ou en payant une réservation. Il faut
          avoir 18 ans, ou l'accord de la personne qui exerce l'autorité parentale.
        </p>
        <p>
          Chaque réservation suit les conditions en vigueur le jour où elle est payée. Vous pouvez
          les lire, les enregistrer et les imprimer depuis cette page.
        </p>
      </LegalSection>
      <LegalSection id="services" title="Services proposés">
        <h3>Pour les clients</h3>
        <p>
          Chercher, garder en favori, réserver et payer des séances, avec ou sans compte. Ce service
          est gratuit. La page <TextLink to={addresses.ranking}>Classement</TextLink> explique
          l'ordre des résultats. Les cartes cadeaux sont réservées aux entreprises, sur devis.
        </p>
        <h3>Pour les praticiens</h3>
        <p>
          Publier des séances et des activités, les gérer, recevoir des réservations et leur
          paiement. L'abonnement fixe le nombre de séances publiées par mois. Ses prix et son
          contenu sont ceux de la page <TextLink to={addresses.plans}>Nos offres</TextLink>,
          annoncés hors taxes et toutes taxes comprises.
        </p>
        <h3>Ce que le site n'est pas</h3>
        <p>
          Les séances contribuent au bien-être. Elles ne remplacent ni un diagnostic, ni un avis, ni
          un traitement médical. Ne modifiez pas un traitement sans votre médecin.
        </p>
      </LegalSection>
      <LegalSection id="compte" title="Compte">
        <p>
          Vous donnez des informations exactes et vous confirmez votre adresse e-mail. Votre mot de
          passe est personnel. Prévenez-nous si vous pensez que quelqu'un d'autre l'utilise.
        </p>
        <p>
          Si vous achetez sans compte, nous en créons un avec votre e-mail après le paiement. Vous y
          entrez avec un lien à usage unique, ou avec un mot de passe temporaire à changer sous{" "}
          {TEMPORARY_PASSWORD_LIFE / HOUR} heures. Si l'adresse a déjà un compte, la réservation y
          est ajoutée.
        </p>
        <p>
          Vous pouvez supprimer votre compte depuis votre profil, sauf si une réservation à venir y
          est attachée. Un praticien nous en fait la demande par écrit.
        </p>
        <p>
          Nous pouvons suspendre un compte en cas de fraude, de contenu illicite, de mise en danger
          d'autrui ou de manquement grave et répété à ces conditions. Nous vous en donnons les
          raisons, et vous pouvez les contester en nous écrivant. Sauf urgence, un praticien en est
          averti 30 jours avant la fermeture de son compte.
        </p>
      </LegalSection>
      <LegalSection id="reservations-et-paiements" title="Réservations et paiements">
        <h3>Réserver</h3>
        <p>
          Vous choisissez un créneau, vous vérifiez le prix et le récapitulatif, puis vous payez. La
          place vous est gardée pendant le paiement, une trentaine de minutes au plus. La
          réservation est ferme quand le paiement est accepté ; un e-mail vous le confirme. Si la
          place n'a pas pu être gardée, vous êtes remboursé en entier.
        </p>
        <p>
          Une réservation compte d'une à six places, payées ensemble, chacune au même prix. Vous
          pouvez dire les prénoms de ceux qui viennent avec vous ; seul le praticien les lit.
        </p>
        <h3>Prix</h3>
        <p>
          Le prix affiché est fixé par le praticien, en euros, toutes taxes comprises, sans frais
          ajouté. Il peut s'alléger à mesure que l'heure approche, par étapes annoncées sur la page
          de la séance. Votre prix est celui de l'instant où vous réservez. Il ne bouge plus
          ensuite, même s'il baisse pour les autres.
        </p>
        <p>
          Un prix n'est barré que si cette séance, à cette date, a pu être réservée à ce prix
          pendant les 24 heures qui précèdent la première baisse, et n'a pas été moins chère dans
          les 30 jours d'avant. Les baisses suivantes gardent cette référence. Sinon, nous écrivons
          « Tarif dernière minute », sans pourcentage.
        </p>
        <h3>Paiement</h3>
        <p>
          Le paiement est encaissé par Stripe, prestataire agréé. Sur chaque séance payée,{" "}
          {site.name} retient une commission de {COMMISSION_LABEL} ; le praticien reçoit le reste.
        </p>
        <h3>Annulation par le client</h3>
        <p>
          Vous annulez depuis <TextLink to={addresses.ownSessions}>Mes Sessions</TextLink>. Jusqu'à{" "}
          {REFUND_NOTICE_HOURS} heures avant le début de la séance, vous êtes remboursé en entier.
          Ensuite, la séance n'est plus remboursée. La règle vous est montrée avant le paiement et
          ne change plus. Vous pouvez n'annuler que quelques-unes de vos places : la même règle
          rembourse le prix de chacune. Une absence ou un retard ne donnent pas droit à un
          remboursement.
        </p>
        <h3>« Rends ta place »</h3>
        <p>
          Une fois ce délai passé, vous pouvez remettre votre réservation en vente, avec toutes ses
          places. Elle reste à vous, et vous la reprenez tant que personne n'est en train de la
          payer. Elle se vend quand aucune autre place du créneau n'est libre, la première rendue
          d'abord. Vous êtes alors remboursé du prix payé par le suivant, au plus du vôtre. Si
          personne ne la prend avant le début, rien n'est remboursé. Si le praticien annule ensuite,
          le reste de votre prix vous est rendu aussi.
        </p>
        <h3>Annulation par le praticien</h3>
        <p>
          Si le praticien annule, vous êtes remboursé en entier, quel que soit le moment. Il en est
          de même si la séance n'a pas lieu de son fait, et de toutes celles d'une période pendant
          laquelle il arrête son activité. Vous en êtes prévenu par e-mail, avec d'autres heures
          s'il en reste.
        </p>
        <h3>Autre heure proposée par le praticien</h3>
        <p>
          Le praticien ne déplace pas une séance réservée : il vous propose une autre heure, que
          vous acceptez ou refusez. L'accepter ne coûte jamais plus ; le remboursement reste
          possible jusqu'à la première des deux échéances. Si vous refusez ou ne répondez pas à
          temps, votre réservation reste comme elle était. Si le praticien renonce à l'heure prévue,
          vous êtes alors remboursé en entier.
        </p>
        <h3>Remboursement</h3>
        <p>
          Il est demandé aussitôt et revient sur le moyen de paiement utilisé, en général sous{" "}
          {REFUND_DELAY} selon votre banque.
        </p>
        <h3>Droit de rétractation</h3>
        <p>
          La loi ne prévoit pas de droit de rétractation pour les activités de loisirs fournies à
          une date déterminée (code de la consommation, article L221-28, 12°). C'est le cas d'une
          séance réservée pour un jour et une heure précis : seules s'appliquent les règles
          d'annulation ci-dessus. Pour tout contrat qui ouvre ce droit, vous avez {WITHDRAWAL_DAYS}{" "}
          jours, sans motif et sans frais, et la page{" "}
          <TextLink to={addresses.withdrawal}>Renoncer au contrat ici</TextLink> est à votre
          disposition à tout moment.
        </p>
        <h3>Obligations des praticiens</h3>
        <p>
          Le praticien déclare ses revenus et remet une facture au client qui la demande. Comme la
          loi nous y oblige, nous lui envoyons chaque année un récapitulatif de ce qu'il a perçu, et
          nous le transmettons à l'administration fiscale (code général des impôts, articles 242 bis
          et 1649 ter A).
        </p>
      </LegalSection>
      <LegalSection id="responsabilites" title="Responsabilités">
        <p>
          <strong>Le praticien</strong> répond de la séance : ses qualifications, son assurance, la
          sécurité du lieu, l'exactitude de son annonce et le respect des règles de sa profession.
        </p>
        <p>
          <strong>Le client</strong> arrive à l'heure, signale toute contre-indication utile et
          respecte le lieu et les personnes.
        </p>
        <p>
          <strong>{site.name}</strong> répond de son propre service : l'exactitude de ce qu'il
          affiche de lui-même, la tenue des réservations, l'encaissement et le remboursement. Nous
          faisons de notre mieux pour que le site soit toujours ouvert, sans pouvoir garantir
          l'absence de toute interruption. Rien ici ne réduit les droits que la loi donne aux
          consommateurs.
        </p>
        <h3 id="regles-de-publication" className="mt-4 text-18">
          Les règles de publication
        </h3>
        <p>
          Annonces, profils, photos, avis, réponses et messages sont exacts, légaux et à qui les
          publie. N'y ont pas leur place : une promesse de guérir ou l'invitation à quitter un
          traitement ; un titre ou un diplôme que l'on n'a pas ; un prix, un lieu ou un contenu
          trompeurs ; l'injure et la haine ; les données, les images ou les textes d'autrui ; des
          coordonnées ou un lien qui font réserver ou payer ailleurs.
        </p>
        <p>
          <strong>Notre filtre.</strong> Un moyen automatisé cherche dans les annonces, les profils
          et les avis des coordonnées, des promesses de guérir et des titres protégés. Il ne masque
          rien : une personne lit et décide. Personne ne lit vos messages tant qu'ils ne sont pas
          signalés.
        </p>
        <p>
          <strong>Signaler.</strong> « Signaler » se trouve sous chaque annonce, chaque page de
          praticien et chaque avis, avec ou sans compte, et sous un message pour qui l'a reçu. Nous
          en accusons réception, et nous répondons en disant ce que nous décidons et pourquoi.
        </p>
        <p>
          <strong>Nos décisions.</strong> Nous demandons une correction sous {correctionDays} jours,
          nous retirons une photo, nous masquons l'offre jusqu'à sa correction, ou nous la retirons.
          L'auteur reçoit les faits, la règle sur laquelle nous nous appuyons et la façon dont nous
          l'avons su. Qui a publié et qui a signalé peuvent contester la décision pendant six mois,
          sans frais, par le lien de notre e-mail ou depuis la page concernée : une autre personne
          relit. Reste ouvert le recours à un organe de règlement extrajudiciaire certifié ou au
          juge.
        </p>
      </LegalSection>
      <LegalSection id="modifications" title="Modifications">
        <p>
          Nous pouvons faire évoluer ces conditions. Nous vous en prévenons par e-mail au moins 30
          jours avant, et vous pouvez fermer votre compte si vous ne les acceptez pas. Les
          réservations déjà payées restent soumises aux conditions du jour de leur paiement.
        </p>
      </LegalSection>
      <LegalSection id="contact" title="Contact et litiges">
        <p>
          Une question, une réclamation : la page{" "}
          <TextLink to={addresses.contact}>Contact</TextLink>, ou {legal.company}, {legal.address}.
          Nous répondons sous {site.answersWithin}.
        </p>
        <p>
          Si nous ne trouvons pas d'accord, le consommateur peut saisir gratuitement le médiateur
          présenté à la page <TextLink to={addresses.mediation}>Médiation</TextLink>. Le droit
          français s'applique. Le consommateur garde la protection des lois impératives de son pays
          et peut toujours saisir le tribunal de son domicile.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
