import { formatDate } from "#core/dates.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { LegalPage, LegalSection, PlainLink } from "../../parts/information/legal-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/accessibilite";

export const page = { shared: {} };

/** To be renewed within three years, or after an audit. */
const DECLARED_ON = new Date("2026-11-20T00:00:00+01:00");

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Accessibilité",
    "Où en est l'accessibilité du site, ce que nous vérifions, ce qui reste à faire, et comment signaler une difficulté.",
  );

export default function Accessibility() {
  return (
    <LegalPage
      title="Accessibilité"
      picture="yoga-b"
      intro={
        <>
          <p>
            Le site doit pouvoir être lu, compris et utilisé par chacun. Voici où nous en sommes.
          </p>
          <p className="mt-4 text-14">Déclaration établie le {formatDate(DECLARED_ON)}</p>
        </>
      }
    >
      <LegalSection id="etat" title="État de conformité">
        <p>
          <strong>
            Le site n'a pas encore été audité. Il est donc déclaré non conforme au référentiel
            général d'amélioration de l'accessibilité (RGAA 4.1.2).
          </strong>
        </p>
        <p>
          Le référentiel ne connaît que ce mot pour un site sans audit en cours de validité. Il ne
          dit rien de ce que le site permet réellement : la suite de cette page le fait.
        </p>
      </LegalSection>
      <LegalSection id="verifications" title="Ce que nous vérifions nous-mêmes">
        <p>
          Nous construisons le site selon les règles WCAG 2.2, niveau AA. À chaque version, nos
          tests parcourent les écrans à deux largeurs avec l'outil axe-core et échouent à la
          première erreur qu'il trouve. En particulier :
        </p>
        <ul>
          <li>tout se fait au clavier, avec un repère de position toujours visible ;</li>
          <li>chaque champ a un nom, et son erreur est écrite à côté de lui ;</li>
          <li>aucune information ne passe par la couleur seule ;</li>
          <li>les textes gardent un contraste d'au moins 4,5 pour 1 ;</li>
          <li>les mouvements s'arrêtent si votre appareil le demande ;</li>
          <li>la recherche, la lecture, la connexion et le contact marchent sans JavaScript.</li>
        </ul>
      </LegalSection>
      <LegalSection id="limites" title="Ce que nous savons imparfait">
        <ul>
          <li>
            Un outil automatique ne trouve qu'une partie des défauts. Nous n'avons pas encore fait
            tester le site par des personnes qui utilisent un lecteur d'écran au quotidien.
          </li>
          <li>
            Les descriptions et les photos des séances viennent des praticiens. Nous ne vérifions
            pas qu'elles sont simples à lire.
          </li>
          <li>
            La page de paiement est celle de Stripe, et les séances en ligne ont lieu sur l'outil du
            praticien. Leur accessibilité ne dépend pas de nous.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="signaler" title="Signaler une difficulté">
        <p>
          Vous n'arrivez pas à faire quelque chose ? Dites-le-nous par le{" "}
          <TextLink to={addresses.contactAbout("technique")}>formulaire de contact</TextLink>, par
          e-mail à <PlainLink href={`mailto:${site.email}`}>{site.email}</PlainLink> ou au{" "}
          <PlainLink href={site.phone.href}>{site.phone.label}</PlainLink>. Nous vous répondons sous{" "}
          {site.answersWithin} et nous faisons la démarche avec vous, une réservation par exemple.
        </p>
      </LegalSection>
      <LegalSection id="recours" title="Voies de recours">
        <p>Si notre réponse ne vous suffit pas, vous pouvez :</p>
        <ul>
          <li>
            écrire au Défenseur des droits, en ligne sur{" "}
            <PlainLink href="https://formulaire.defenseurdesdroits.fr/">
              formulaire.defenseurdesdroits.fr
            </PlainLink>
            , ou par courrier gratuit, sans timbre : Défenseur des droits, Libre réponse 71120,
            75342 Paris Cedex 07 ;
          </li>
          <li>
            signaler le défaut à la DGCCRF sur{" "}
            <PlainLink href="https://signal.conso.gouv.fr/">signal.conso.gouv.fr</PlainLink>.
          </li>
        </ul>
      </LegalSection>
    </LegalPage>
  );
}
