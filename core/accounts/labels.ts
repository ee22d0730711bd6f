import { planName } from "../subscriptions/labels.ts";

/** The badges of /profil: « Client », « Professionnel (Premium) » (S1§2). */
export function roleBadges(profile: {
  isClient: boolean;
  isPro: boolean;
  plan: string | null;
}): string[] {
  const plan = planName(profile.plan);
  return [
    ...(profile.isClient ? ["Client"] : []),
    ...(profile.isPro ? [plan ? `Professionnel (${plan})` : "Professionnel"] : []),
  ];
}
