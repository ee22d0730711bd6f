import { REVIEW_OPEN_DAYS, REVIEW_OPENS_AFTER_HOURS } from "#core/reviews/rules.ts";
import { COUNT_LIMIT, LAST_MINUTE_HOURS } from "#core/search/rules.ts";
import * as addresses from "#site/addresses.ts";
import { LegalPage, LegalSection } from "../../parts/information/legal-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/classement";

export const page = { shared: {} };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Classement des résultats",
    "Comment les séances et les praticiens sont choisis et classés, ce qui compte, ce qui ne compte pas, et ce qui est mis en avant par un abonnement.",
  );

/** Required by the code de la consommation (L111-7, D111-6). */
export default function Ranking() {
  return (
    <LegalPage
      title="Classement des résultats"
      picture="coaching-b"
      intro="Ce qui met une séance devant une autre, ce qui n'y change rien, et ce qu'un abonnement met en avant."
    >
      <LegalSection id="presence" title="Quelles séances sont montrées">
        <p>Une recherche montre les séances que vous pouvez réserver tout de suite :</p>
        <ul>
          <li>la séance est active et a au moins un créneau réservable avec une place libre ;</li>
          <li>le compte du praticien est actif ;</li>
          <li>son compte de paiement est ouvert et peut recevoir de l'argent.</li>
        </ul>
        <p>
          Une séance quitte donc la liste quand elle est complète, quand son dernier créneau ne se
          réserve plus (en général une demi-heure avant), quand son praticien est pris à cette
          heure, la désactive ou la supprime, quand son compte est suspendu ou quand Stripe
          restreint ses paiements. Elle y revient dès que la raison a disparu.
        </p>
        <p>
          Chaque séance y figure une fois, avec le premier de ses créneaux qui répond à votre
          recherche, et son prix de l'instant. Une liste s'arrête à {COUNT_LIMIT} séances, et le
          dit.
        </p>
      </LegalSection>
      <LegalSection id="ordre" title="L'ordre par défaut">
        <p>L'ordre « Pertinence » suit deux critères, dans cet ordre :</p>
        <ul>
          <li>
            <strong>Le mot cherché.</strong> Une séance dont le titre, la pratique ou le nom du
            praticien contient le mot passe avant une séance qui ne le cite que dans sa description.
            S'il y a plusieurs mots, tous doivent s'y trouver, et c'est le plus long qui compte pour
            cet ordre.
          </li>
          <li>
            <strong>La date.</strong> Le créneau montré le plus proche passe devant.
          </li>
        </ul>
        <p>
          Sans mot cherché, seule la date compte. À égalité parfaite, l'ordre dépend d'un numéro
          tiré au hasard à la création de la séance.
        </p>
        <p>
          La recherche ignore les accents et les majuscules, rapproche les mots d'une même famille
          et pardonne une faute de frappe dans les mots de cinq lettres ou plus. Le lieu, la
          catégorie, le prix et le délai de {LAST_MINUTE_HOURS} heures filtrent les résultats sans
          changer leur ordre.
        </p>
      </LegalSection>
      <LegalSection id="boost" title="« Mis en avant »">
        <p>
          Une séance ou une activité qui porte la mention <strong>« Mis en avant »</strong> doit sa
          place à l'abonnement de son praticien. Premium et Enterprise en donnent une par mois : une
          offre, un jour, 24 heures.
        </p>
        <ul>
          <li>
            Elle vient à la première ou à la septième place d'une liste, dans l'ordre de départ
            seul, et seulement si elle y répond : la recherche, la page d'une pratique ou d'une
            ville, la liste des activités.
          </li>
          <li>
            Plusieurs séances mises en avant ont ces places à tour de rôle, une minute chacune.
          </li>
          <li>Une liste de moins de six résultats n'en montre aucune.</li>
          <li>Elle ne prend la place de personne : les autres séances suivent, toutes.</li>
        </ul>
      </LegalSection>
      <LegalSection id="autres-ordres" title="Les ordres que vous choisissez">
        <ul>
          <li>
            <strong>Prix croissant ou décroissant</strong> : le prix que vous payez à cet instant,
            réduction comprise, pour le créneau le moins cher ou le plus cher de chaque séance.
          </li>
          <li>
            <strong>Date</strong> : le premier créneau qui convient, du plus proche au plus
            lointain.
          </li>
          <li>
            <strong>Note</strong> : la note du praticien, de la plus haute à la plus basse.
          </li>
          <li>À prix ou à note égale, le créneau le plus proche passe devant.</li>
        </ul>
      </LegalSection>
      <LegalSection id="ailleurs" title="L'accueil et l'annuaire">
        <ul>
          <li>
            <strong>Dernière minute</strong>, sur l'accueil : les deux séances dont le créneau est
            le plus proche, dans les {LAST_MINUTE_HOURS} heures.
          </li>
          <li>
            <strong>Professionnels populaires</strong> : les deux praticiens les mieux notés, à
            partir de 4,5, parmi ceux que l'on peut réserver. À note égale, un praticien qui a un
            abonnement Premium ou Enterprise passe devant.
          </li>
          <li>
            <strong>
              L'annuaire des <TextLink to={addresses.professionals}>praticiens</TextLink>
            </strong>{" "}
            : par note, de la plus haute à la plus basse.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="argent" title="Ce que l'argent ne change pas">
        <p>
          Tous les praticiens sont liés à nous par un contrat et nous versent la même commission,
          10&nbsp;% du prix de chaque séance payée. Elle n'entre dans aucun classement, et personne
          n'achète une place. Certains ont aussi un abonnement : hors de ce que les mentions{" "}
          <TextLink to="#boost">« Mis en avant »</TextLink> et{" "}
          <TextLink to="#ailleurs">« à note égale »</TextLink> disent, il ne change rien. Nous
          n'avons de lien de capital avec aucun praticien.
        </p>
      </LegalSection>
      <LegalSection id="notes" title="Les notes">
        <p>
          La note d'un praticien est la moyenne de celles que ses clients lui ont données, et leur
          nombre est celui de ces notes. Ni lui ni nous ne pouvons en ajouter.
        </p>
        <ul>
          <li>
            <strong>Qui écrit.</strong> La personne qui a réservé une séance qui n'a pas été
            annulée, et elle seule, de {REVIEW_OPENS_AFTER_HOURS} heures à {REVIEW_OPEN_DAYS} jours
            après. « Présence confirmée » : le praticien a saisi le code qu'elle lui a montré. «
            Réservation vérifiée » : elle a réservé, sans que ce code ait été saisi. Si le praticien
            l'a notée absente, elle doit d'abord le contester, et nous décidons avant de publier.
          </li>
          <li>
            <strong>Ce qui compte.</strong> Une note par personne et par praticien en douze mois.
            Une séance gratuite reçoit des mots, pas de note.
          </li>
          <li>
            <strong>Contrôle.</strong> La réservation est vérifiée, les mots ne sont pas relus avant
            de paraître.
          </li>
          <li>
            <strong>Publication.</strong> Aussitôt, avec la date de la séance et celle de l'avis, du
            plus récent au plus ancien.
          </li>
          <li>
            <strong>Modification.</strong> Son auteur peut modifier ou retirer son avis à tout
            moment ; la date de la modification est montrée.
          </li>
          <li>
            <strong>Réponse et signalement.</strong> Le praticien peut répondre une fois à chaque
            avis. Tout le monde peut en signaler un, et le praticien signaler un doute, sans rien
            payer. Une personne de notre équipe décide ; l'auteur d'un avis refusé apprend pourquoi.
          </li>
          <li>
            <strong>Contrepartie.</strong> Aucune : ni argent, ni remise, ni place.
          </li>
          <li>
            <strong>Durée.</strong> Un avis reste aussi longtemps que la réservation dont il parle.
            Quand son auteur supprime son compte, ses mots et son nom disparaissent, la note reste.
          </li>
        </ul>
      </LegalSection>
    </LegalPage>
  );
}
