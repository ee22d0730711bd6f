import type { LandingView } from "./schema.ts";

/** « à Lyon », « au Havre », « aux Ulis », « à La Rochelle » */
export function inCityLabel(city: string): string {
  if (/^Le /i.test(city)) return `au ${city.slice(3)}`;
  if (/^Les /i.test(city)) return `aux ${city.slice(4)}`;
  return `à ${city}`;
}

/** « Yoga à Lyon », « Yoga » */
export function landingLabel({ activity, city }: Pick<LandingView, "activity" | "city">): string {
  return city ? `${activity.name} ${inCityLabel(city.name)}` : activity.name;
}
