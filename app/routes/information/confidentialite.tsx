import { formatDate } from "#core/dates.ts";
import { COLLECTED, RETENTION_LABELS } from "#core/privacy/labels.ts";
import { legal } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { LegalPage, LegalSection, PlainLink } from "../../parts/information/legal-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/confidentialite";

export const page = { shared: {} };

/** Change it with the text (rule: privacy-date). */
const IN_FORCE_SINCE = new Date("2026-11-29T00:00:00+01:00");

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Confidentialité",
    "Quelles données nous collectons, pourquoi, avec qui nous les partageons, combien de temps nous les gardons, et comment exercer vos droits.",
  );

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...{ today: context.get(requestContext).now(), legal, periods: RETENTION_LABELS },
    collected: COLLECTED.map(({ what, which }) => ({ what, which })),
  };
}

export default function Privacy({
  loaderData: { today, legal, collected, periods },
}: Route.ComponentProps) {
  const mailbox = <PlainLink href={`mailto:${legal.privacyEmail}`}>{legal.privacyEmail}</PlainLink>;
  return (
    <LegalPage
      title="Politique de confidentialité"
      picture="meditation-b"
      intro={
        <>
          <p>
            Nous demandons peu de données, nous ne les vendons pas et nous n'utilisons aucun traceur
            publicitaire.
          </p>
          <p className="mt-4 text-14">
            Dernière mise à jour : {formatDate(today)}
            <br />
            Texte en vigueur depuis le {formatDate(IN_FORCE_SINCE)}
          </p>
        </>
      }
    >
      <LegalSection id="donnees-collectees" title="Données collectées">
        <p>
          {legal.company}, {legal.address}, est responsable du traitement de vos données. Nous
          collectons seulement ce dont le service a besoin.
        </p>
        <ul>
          {collected.map(({ what, which }) => (
            <li key={what}>
              <strong>{what}</strong> : {which}
            </li>
          ))}
        </ul>
        <p>
          Le numéro de votre carte bancaire ne nous parvient jamais. Vous le donnez directement à
          Stripe, notre prestataire de paiement. Les champs facultatifs sont signalés ; sans les
          autres, nous ne pouvons pas rendre le service.
        </p>
      </LegalSection>
      <LegalSection id="utilisation" title="Utilisation">
        <p>Chaque usage repose sur une base prévue par le RGPD (article 6).</p>
        <ul>
          <li>
            <strong>Exécuter le contrat</strong> : tenir votre compte, enregistrer vos réservations,
            encaisser et rembourser, vous envoyer confirmations et rappels de service.
          </li>
          <li>
            <strong>Respecter la loi</strong> : comptabilité, obligations fiscales des plateformes,
            droit de rétractation, réponse aux autorités.
          </li>
          <li>
            <strong>Notre intérêt légitime</strong> : répondre à vos messages, protéger le site et
            ses utilisateurs contre la fraude et les abus.
          </li>
          <li>
            <strong>Votre accord</strong> : les rappels par SMS, au numéro que vous donnez pour
            cela. Effacez-le, ou suivez le lien « Stop » d'un SMS, et il n'en vient plus. Et les
            notifications, sur les appareils que vous y inscrivez : retirez-les de même.
          </li>
        </ul>
        <p>
          Nous ne faisons ni publicité ciblée, ni profilage, ni décision entièrement automatisée à
          votre sujet. Vous ne recevez pas de lettre d'information que vous n'auriez pas demandée.
        </p>
      </LegalSection>
      <LegalSection id="partage" title="Partage">
        <p>Vos données sont vues par ceux qui en ont besoin pour vous servir, et par eux seuls.</p>
        <ul>
          <li>
            <strong>Le praticien</strong> chez qui vous réservez reçoit votre nom, votre e-mail et
            votre note. Il n'a accès à rien d'autre et ne voit pas vos autres réservations.
          </li>
          <li>
            <strong>Stripe</strong> (Stripe Payments Europe Limited, Irlande) encaisse, reverse et
            rembourse, sous sa propre responsabilité. Ses traitements hors de l'Union européenne
            s'appuient sur les garanties prévues par le RGPD.
          </li>
          <li>
            <strong>Nos sous-traitants</strong> : l'hébergeur du site ({legal.host.name}) et notre
            prestataire d'envoi d'e-mails. Ils agissent sur nos instructions, par contrat. Les
            rappels par SMS partent par Brevo (France), qui reçoit votre numéro et le texte du
            rappel. Les notifications passent par le service de votre navigateur (Google, Mozilla,
            Apple ou Microsoft), chiffrées : il ne peut pas les lire.
          </li>
          <li>
            <strong>Les autorités</strong>, quand la loi l'impose. Nous déclarons ainsi chaque année
            à l'administration fiscale les sommes que les praticiens perçoivent par le site.
          </li>
        </ul>
        <p>
          Le profil d'un praticien est public : nom d'activité, description, ville, code postal et
          note. La page de ses offres dit aussi, comme la loi le veut avant toute commande, son nom
          légal, sa forme juridique et son SIRET. Son adresse et son téléphone ne vont qu'à qui a
          réservé, avec la confirmation. Nous ne vendons ni ne louons aucune donnée.
        </p>
      </LegalSection>
      <LegalSection id="securite" title="Sécurité">
        <p>
          Les échanges avec le site sont chiffrés. Les mots de passe ne sont conservés que sous une
          forme que l'on ne peut pas inverser. Les tentatives de connexion sont limitées, et un
          changement de mot de passe ferme toutes vos connexions ouvertes. Les photos envoyées sont
          débarrassées de leurs données cachées, comme le lieu de prise de vue.
        </p>
        <p>
          Si une violation de données présentait un risque pour vous, nous préviendrions la CNIL
          sous 72 heures, et vous-même si ce risque était élevé.
        </p>
      </LegalSection>
      <LegalSection id="droits" title="Vos droits (RGPD)">
        <p>Vous pouvez à tout moment :</p>
        <ul>
          <li>
            <strong>accéder</strong> à vos données et en recevoir une copie, à télécharger depuis
            votre <TextLink to={addresses.profile}>profil</TextLink> ;
          </li>
          <li>
            <strong>les corriger</strong>, depuis votre profil également ;
          </li>
          <li>
            <strong>les effacer</strong> en supprimant votre compte, depuis votre profil ;
          </li>
          <li>
            <strong>limiter</strong> un traitement ou <strong>vous y opposer</strong>, pour des
            raisons qui tiennent à votre situation ;
          </li>
          <li>
            <strong>dire ce qu'elles deviennent</strong> après votre mort.
          </li>
        </ul>
        <p>
          Écrivez à {mailbox}. Nous répondons sous un mois, gratuitement. Nous ne demandons une
          preuve d'identité qu'en cas de doute raisonnable.
        </p>
        <p>
          Si notre réponse ne vous convient pas, vous pouvez saisir la CNIL, 3 place de Fontenoy,
          TSA 80715, 75334 Paris Cedex 07, ou sur{" "}
          <PlainLink href="https://www.cnil.fr/fr/plaintes">cnil.fr</PlainLink>.
        </p>
      </LegalSection>
      <LegalSection id="cookies" title="Cookies">
        <p>
          Le site n'utilise que des cookies strictement nécessaires, pour vous garder connecté et
          vous afficher un message après une action. Ils ne demandent pas votre accord, et il n'y a
          donc pas de bandeau. La page <TextLink to={addresses.cookies}>Cookies</TextLink> en donne
          la liste.
        </p>
      </LegalSection>
      <LegalSection id="conservation" title="Durée de conservation">
        <ul>
          {periods.map(({ what, howLong }) => (
            <li key={what}>
              <strong>{what}</strong> : {howLong}
            </li>
          ))}
        </ul>
        <p>
          Un praticien qui quitte le site en envoie la demande depuis son profil, ou nous écrit.
          Elle est traitée sous un mois. Les données que la loi nous impose de garder (nom
          d'activité, adresse, SIRET, sommes perçues) le sont pour leur durée légale.
        </p>
      </LegalSection>
      <LegalSection id="contact" title="Contact">
        <p>
          Pour toute question sur vos données : {mailbox}, ou {legal.company}, données personnelles,{" "}
          {legal.address}. Pour le reste, la page{" "}
          <TextLink to={addresses.contact}>Contact</TextLink> est plus rapide.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
