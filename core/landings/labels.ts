import type { LandingView } from "./schema.ts";

export function inCityLabel(city: string): string {
  if (/^Le /i.test(city)) return `au ${city.slice(3)}`;
  if (/^Les /i.test(city)) return `aux ${city.slice(4)}`;
  return `à ${city}`;
}

export function landingLabel({ activity, city }: Pick<LandingView, "activity" | "city">): string {
  return city ? `${activity.name} ${inCityLabel(city.name)}` : activity.name;
}
