import { LOGIN_SECONDS } from "#core/accounts/rules.ts";
import { GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import { formatPeriod, SECOND } from "#core/durations.ts";
import * as addresses from "#site/addresses.ts";
import { Facts, LegalPage, LegalSection } from "../../parts/information/legal-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/cookies";

export const page = { shared: {} };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Cookies",
    "Aucun traceur, aucune publicité : seulement les cookies sans lesquels le site ne marche pas.",
  );

export default function Cookies() {
  return (
    <LegalPage
      title="Cookies"
      picture="nutrition-b"
      intro="Aucun traceur, aucune publicité, aucune mesure d'audience par un tiers. C'est pourquoi vous ne voyez pas de bandeau."
    >
      <LegalSection id="liste" title="Les cookies du site">
        <p>Sept cookies, tous déposés par nous, et seulement quand vous en avez besoin.</p>
        <Facts
          facts={[
            [
              "parenthese.login",
              `Vous garde connecté. Déposé à la connexion, effacé à la déconnexion, sinon au bout de ${LOGIN_PERIOD} sans visite.`,
            ],
            [
              "achat",
              `Reconnaît votre navigateur après un achat sans compte, pour vous en montrer le résultat. ${formatPeriod(GUEST_PROOF_MAX_AGE * SECOND)}.`,
            ],
            [
              "favori",
              "Retient la séance que vous voulez mettre en favori, le temps de vous connecter. Dix minutes.",
            ],
            [
              "mot-au-praticien",
              "Retient le mot que vous écrivez à un praticien, et le mobile donné pour un rappel, le temps de vous connecter et de réserver. Une heure.",
            ],
            [
              "deconnexion",
              `Dit que vous vous êtes déconnecté, même quand le réseau manque. Effacé dès que notre site l'a lu, sinon au bout de ${LOGIN_PERIOD}.`,
            ],
            ["toast", "Affiche un message sur la page suivante, une seule fois. Une minute."],
            [
              "ecriture",
              "Fait que la page suivante montre ce que vous venez d'enregistrer. Deux secondes.",
            ],
          ]}
        />
        <p>
          Sur une connexion chiffrée, le nom du premier commence par « __Secure- ». Aucun de ces
          cookies n'est lisible par un script, sauf « deconnexion », qui ne contient rien de vous.
        </p>
      </LegalSection>
      <LegalSection id="accord" title="Pourquoi nous ne demandons pas votre accord">
        <p>
          La loi (article 82 de la loi Informatique et Libertés) dispense de consentement les
          cookies strictement nécessaires à un service que vous demandez. Les nôtres le sont tous.
          Si cela devait changer, nous vous demanderions votre accord avant, et refuser serait aussi
          simple qu'accepter.
        </p>
      </LegalSection>
      <LegalSection id="reste" title="Le reste">
        <p>
          Votre navigateur retient aussi, le temps de l'onglet, à quelle hauteur vous étiez sur
          chaque page, les paiements dont il a noté le résultat dans sa console et, si vous êtes
          connecté, le brouillon d'un formulaire que vous n'avez pas envoyé. Ce brouillon est effacé
          à l'envoi et à la déconnexion. Rien de cela ne nous est envoyé.
        </p>
        <p>
          Il garde aussi une page qui dit que le réseau manque. Et si vous le demandez dans « Mes
          Sessions », vos séances à venir avec leurs codes et leurs adresses, jusqu'à la fin de
          chacune ou votre déconnexion.
        </p>
        <p>
          Les polices, les images et les scripts viennent de notre site : aucun tiers n'apprend que
          vous nous lisez. Quand vous payez, vous passez sur le site de Stripe, qui applique sa
          propre politique. Le détail de nos traitements est dans la{" "}
          <TextLink to={addresses.privacy}>politique de confidentialité</TextLink>.
        </p>
      </LegalSection>
      <LegalSection id="effacer" title="Les effacer">
        <p>
          Vous pouvez supprimer ou bloquer ces cookies dans les réglages de votre navigateur. Le
          site reste lisible ; vous serez seulement déconnecté.
        </p>
      </LegalSection>
    </LegalPage>
  );
}

const LOGIN_PERIOD = formatPeriod(LOGIN_SECONDS * SECOND);
