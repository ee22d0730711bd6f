import { mediator, site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { Facts, LegalPage, LegalSection, PlainLink } from "../../parts/information/legal-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/mediation";

export const page = { shared: {} };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Médiation",
    "Un litige avec nous ou avec un praticien ? Comment nous écrire, puis saisir gratuitement le médiateur de la consommation.",
  );

export const loader = () => ({ mediator });

export default function Mediation({ loaderData: { mediator } }: Route.ComponentProps) {
  const website = <PlainLink href={mediator.href}>{new URL(mediator.href).host}</PlainLink>;
  return (
    <LegalPage
      title="Médiation"
      picture="reiki-b"
      intro="Un désaccord se règle le plus souvent par un message. Sinon, un médiateur indépendant est là, gratuitement."
    >
      <LegalSection id="ecrire" title="Écrivez-nous d'abord">
        <p>
          Décrivez le problème par le{" "}
          <TextLink to={addresses.contact}>formulaire de contact</TextLink> ou par e-mail. Nous
          répondons sous {site.answersWithin}. Cette première démarche, par écrit, est nécessaire
          avant de saisir le médiateur.
        </p>
      </LegalSection>
      <LegalSection id="mediateur" title="Saisissez le médiateur">
        <p>
          Si notre réponse ne vous convient pas, ou si vous n'en avez pas, tout consommateur peut
          saisir le médiateur dont nous relevons (code de la consommation, articles L612-1 et
          suivants).
        </p>
        <Facts
          facts={[
            ["Médiateur", mediator.name],
            ["Adresse", mediator.address],
            ["En ligne", website],
          ]}
        />
        <p>
          C'est gratuit pour vous. Vous avez un an à compter de votre réclamation écrite. Le
          médiateur rend son avis sous 90 jours ; chacun reste libre de l'accepter ou non, et de
          saisir le tribunal.
        </p>
      </LegalSection>
      <LegalSection id="praticien" title="Un litige avec un praticien">
        <p>
          La séance est un contrat entre vous et le praticien. Demandez-lui le nom de son propre
          médiateur, qu'il doit vous communiquer. Vous pouvez aussi nous écrire : nous l'aidons à
          vous répondre, et la réservation, le paiement et le remboursement sont de notre ressort.
        </p>
      </LegalSection>
      <LegalSection id="europe" title="Ailleurs en Europe">
        <p>
          La plateforme européenne de règlement en ligne des litiges a fermé le 20 juillet 2025. Si
          vous vivez dans un autre pays de l'Union, le Centre européen des consommateurs de votre
          pays vous aide gratuitement.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
