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

/** Why an account cannot be deleted now, under « Suppression impossible » (S2§8). */
export function upcomingRefusal(count: number): string {
  return count === 1
    ? "Vous avez 1 réservation à venir, en attente ou confirmée. Annulez-la ou attendez qu'elle ait eu lieu."
    : `Vous avez ${count} réservations à venir, en attente ou confirmées. Annulez-les ou attendez qu'elles aient eu lieu.`;
}
