import { data, redirect } from "react-router";
import { findNewName } from "#core/catalogue/activity-types/manage-types.server.ts";
import { landingLabel } from "#core/landings/labels.ts";
import { keyOf, landingPath, slugOf } from "#core/landings/rules.ts";
import { showLanding, showLandings } from "#core/landings/show-landing.server.ts";
import { formatPrice } from "#core/money.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readList } from "../../failures/read-part.server.ts";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { activityText } from "../../parts/landings/activity-texts.server.ts";
import { pictureOf } from "../../parts/landings/category-picture.server.ts";
import { ActivityIndex, LandingPage } from "../../parts/landings/landing-page.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import type { Route } from "./+types/bien-etre";

export const page = { shared: {} };

/** Each address has one spelling, to which others redirect. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { activity, city } = params;
  if (activity === undefined) {
    const entries = await readList(context, "activities", () => showLandings(ctx));
    return {
      entries:
        entries?.map((entry) => ({
          ...entry,
          summary: activityText(entry)?.summary ?? "",
          picture: pictureOf(entry),
        })) ?? null,
      landing: null,
    };
  }
  const asked = city === undefined ? [activity] : [activity, city];
  if (asked.some((part) => slugOf(part) === "")) throw data(null, { status: 404 });
  if (asked.some((part) => slugOf(part) !== part)) throw redirect(landingPath(...asked), 301);

  const landing = await showLanding(ctx, { activity, city }).catch(async (error: unknown) => {
    const name = await findNewName(ctx, keyOf(activity));
    if (name) throw redirect(landingPath(name, ...asked.slice(1)), 301);
    return asPage(error);
  });
  return {
    landing,
    text: activityText(landing.activity),
    picture: pictureOf(landing.activity),
    hearts: await readHearts(context, landing.sessions),
    now: ctx.now(),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData?.landing) {
    return describedMeta(
      "Les pratiques de bien-être",
      "Yoga, massage, méditation, sophrologie et d'autres pratiques : ce qu'elles apportent, comment se passe une séance, et les places encore libres dans votre ville.",
    );
  }
  const { landing, text } = loaderData;
  const { sessions, hasMore, fromCents } = landing.figures;
  const available =
    sessions > 0 && fromCents !== null
      ? `${hasMore ? "Plus de " : ""}${sessions} session${sessions > 1 ? "s" : ""} à réserver, ${fromCents === 0 ? "certaines gratuites" : `dès ${formatPrice(fromCents)}`}. `
      : "";
  const title = `${landingLabel(landing)} : sessions de dernière minute`;
  return describedMeta(title, `${available}${text?.summary ?? ""}`.trim());
};

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les sessions" },
};

export default function Wellness({ loaderData }: Route.ComponentProps) {
  return loaderData.landing ? (
    <LandingPage {...loaderData} />
  ) : (
    <ActivityIndex entries={loaderData.entries} />
  );
}
