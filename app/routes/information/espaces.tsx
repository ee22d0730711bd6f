import { MapPin, Ruler, Users } from "@lucide/icons";
import { PageHead } from "../../parts/information/page-head.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import type { Route } from "./+types/espaces";

export const page = { shared: {} };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Espaces",
    "Bientôt disponible : des cabinets, des studios et des jardins à louer à l'heure pour vos séances de bien-être.",
  );

const spaces = [
  {
    name: "Studio Canopée",
    picture: "espace-studio",
    kind: "Lumière, parquet, miroirs",
    city: "Lyon",
    surface: "60 m²",
    people: "14 personnes",
    price: "32 €",
  },
  {
    name: "Cabinet des Tilleuls",
    picture: "espace-cabinet",
    kind: "Cabinet calme, table de massage",
    city: "Villeurbanne",
    surface: "16 m²",
    people: "2 personnes",
    price: "15 €",
  },
  {
    name: "Jardin d'hiver",
    picture: "espace-jardin",
    kind: "Verrière au milieu des plantes",
    city: "Annecy",
    surface: "45 m²",
    people: "10 personnes",
    price: "28 €",
  },
  {
    name: "Atelier du Quai",
    picture: "espace-atelier",
    kind: "Grande table, évier, rangements",
    city: "Grenoble",
    surface: "38 m²",
    people: "8 personnes",
    price: "22 €",
  },
];

const facts = [
  { name: "city", icon: MapPin },
  { name: "surface", icon: Ruler },
  { name: "people", icon: Users },
] as const;

export default function Spaces() {
  return (
    <>
      <PageHead
        title="Espaces"
        picture="espace-jardin"
        intro="Un cabinet pour une heure, un studio pour un atelier : louez un lieu accueillant, près de vos clients."
      >
        <Badge tone="clay-soft" className="mt-6">
          Bientôt disponible
        </Badge>
      </PageHead>
      <section className="page pt-12" aria-labelledby="exemples">
        <h2 id="exemples">À quoi ils ressembleront</h2>
        <p className="mt-2 max-w-[60ch] text-ink-soft">
          Quatre exemples. La location n'est pas encore ouverte : nous préparons les premiers lieux.
        </p>
        <ul className="mt-7 grid gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
          {spaces.map((space) => (
            <li
              key={space.name}
              className="flex flex-col overflow-hidden rounded-card bg-surface ring ring-hairline"
            >
              <Picture
                name={space.picture}
                sizes="(min-width: 1024px) 282px, (min-width: 640px) 50vw, 100vw"
                className="aspect-card w-full object-cover"
              />
              <div className="flex flex-1 flex-col p-5 pt-4">
                <h3 className="text-22">{space.name}</h3>
                <p className="mt-1 text-ink-soft">{space.kind}</p>
                <ul className="mt-3 mb-5 grid gap-1 text-14 figures [&_svg]:size-4 [&_svg]:text-sage-600">
                  {facts.map(({ name, icon }) => (
                    <li key={name} className="flex items-center gap-2">
                      <Icon of={icon} />
                      {space[name]}
                    </li>
                  ))}
                </ul>
                <div className="mt-auto flex items-center justify-between gap-3">
                  <p>
                    <span className="font-display text-22 font-price">{space.price}</span>
                    <span className="text-14 text-ink-soft"> / heure</span>
                  </p>
                  <Button disabled aria-label={`Réserver ${space.name}, bientôt disponible`}>
                    Réserver
                  </Button>
                </div>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
