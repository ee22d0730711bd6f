import { listFilterCategories } from "#core/catalogue/activity-types/manage-types.server.ts";
import type { NamedCategory } from "#core/catalogue/schema.ts";
import { figureLabel } from "#core/search/labels.ts";
import type { Figures } from "#core/search/schema.ts";
import { showHome } from "#core/search/show-home.server.ts";
import { site } from "#core/site.ts";
import drawn from "#drawn/home-screen.tsx";
import { lateScreen, OnTouch } from "../../browser/on-touch.tsx";
import { requestContext } from "../../context.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { COMING_SOON } from "../../parts/home/coming-soon.server.tsx";
import { drawReturn } from "../../parts/home/draw-return.server.tsx";
import { pictureOf } from "../../parts/landings/category-picture.server.ts";
import type { Route } from "./+types/home";

export const page = { shared: {} };

export const handle = { failure: { title: "Erreur", text: "Impossible de charger l'accueil." } };

export const meta: Route.MetaFunction = () => [
  { title: `${site.name} — ${site.tagline}` },
  {
    name: "description",
    content:
      "Yoga, massage, méditation, sophrologie : les créneaux encore libres des praticiens, en ville ou en ligne, certains à prix réduit.",
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const home = showHome(ctx);
  const [own, lastMinute, categories, popular, figures, largestReduction] = await Promise.all([
    drawReturn(context),
    readPart(context, "sessions of the last minute", home.lastMinute),
    readPart(context, "categories", home.categories),
    readPart(context, "popular professionals", home.popular),
    readPart(context, "figures", home.figures),
    readPart(context, "largest reduction", home.largestReduction),
  ]);
  return {
    own,
    lastMinute,
    categories: (categories ?? (await readNames(context))).map(({ formerNames, ...category }) => ({
      ...category,
      picture: pictureOf({ ...category, formerNames }),
    })),
    popular,
    figures: figures && wordFigures(figures),
    largestReduction,
    comingSoon: COMING_SOON,
    hearts: await readHearts(context, lastMinute ?? []),
    now: ctx.now(),
  };
}

async function readNames(context: Route.LoaderArgs["context"]): Promise<NamedCategory[]> {
  const ctx = context.get(requestContext);
  return (await readPart(context, "names of categories", () => listFilterCategories(ctx))) ?? [];
}

function wordFigures({ sessions, professionals, cities }: Figures) {
  return [
    { value: figureLabel(sessions), label: sessions > 1 ? "sessions" : "session" },
    {
      value: figureLabel(professionals),
      label: professionals > 1 ? "professionnels" : "professionnel",
    },
    { value: figureLabel(cities), label: cities > 1 ? "villes" : "ville" },
  ];
}

const late = lateScreen(drawn, () => import("./home-screen.tsx"));

export default function Home(props: Route.ComponentProps) {
  return <OnTouch late={late} props={props} />;
}
