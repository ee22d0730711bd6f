import { legal, site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { Facts, LegalPage, LegalSection, PlainLink } from "../../parts/information/legal-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/mentions-legales";

export const page = { shared: {} };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Mentions légales",
    `Qui édite ${site.name}, qui l'héberge, comment nous joindre et signaler un contenu.`,
  );

export const loader = () => ({ legal });

export default function LegalNotice({ loaderData: { legal } }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Mentions légales"
      picture="naturopathie-c"
      intro="Qui édite ce site, qui l'héberge, et comment nous joindre."
    >
      <LegalSection id="editeur" title="Éditeur">
        <Facts
          facts={[
            ["Société", `${legal.company}, ${legal.form} au capital de ${legal.capital}`],
            ["Siège social", legal.address],
            ["Immatriculation", legal.register],
            ["TVA intracommunautaire", legal.vat],
            ["Directrice de la publication", legal.director],
            ["E-mail", mailto],
            ["Téléphone", phone],
          ]}
        />
      </LegalSection>
      <LegalSection id="hebergeur" title="Hébergeur">
        <Facts
          facts={[
            ["Société", legal.host.name],
            ["Adresse", legal.host.address],
            ["Téléphone", legal.host.phone],
          ]}
        />
      </LegalSection>
      <LegalSection id="activite" title="Activité">
        <p>
          {site.name} est une place de marché en ligne. Les séances sont proposées par des
          praticiens professionnels, seuls responsables de leur exécution. Les règles d'usage sont
          dans les <TextLink to={addresses.terms}>conditions générales</TextLink>, l'ordre des
          résultats est expliqué à la page <TextLink to={addresses.ranking}>Classement</TextLink>,
          et l'usage de vos données dans la{" "}
          <TextLink to={addresses.privacy}>politique de confidentialité</TextLink>.
        </p>
      </LegalSection>
      <LegalSection id="signaler" title="Signaler un contenu">
        <p>
          Notre point de contact unique, pour le public comme pour les autorités (règlement européen
          2022/2065 sur les services numériques), est {mailto}. Écrivez-nous en français ou en
          anglais.
        </p>
        <p>
          Pour signaler une annonce, un praticien, un avis ou un message, suivez « Signaler » à côté
          de ce dont il s'agit. Vous recevez une réponse motivée, que vous pouvez contester :{" "}
          <TextLink to={`${addresses.terms}#regles-de-publication`}>
            les règles de publication
          </TextLink>
          .
        </p>
      </LegalSection>
      <LegalSection id="propriete" title="Propriété intellectuelle">
        <p>
          La marque, les textes et les illustrations du site appartiennent à {legal.company}. Les
          textes et les photos des annonces appartiennent aux praticiens. Toute reproduction demande
          une autorisation. Les caractères Fraunces et Figtree sont diffusés sous licence SIL Open
          Font License.
        </p>
      </LegalSection>
      <LegalSection id="donnees-ouvertes" title="Données ouvertes">
        <p>
          Les communes, leurs codes postaux et leurs coordonnées viennent de GeoNames (licence
          Creative Commons Attribution 4.0), du Code officiel géographique de l'INSEE et des codes
          postaux de la DGFiP (Licence Ouverte 2.0). Nous les avons réunis, et complétés là où un
          point manquait.
        </p>
      </LegalSection>
    </LegalPage>
  );
}

const mailto = <PlainLink href={`mailto:${site.email}`}>{site.email}</PlainLink>;
const phone = <PlainLink href={site.phone.href}>{site.phone.label}</PlainLink>;
