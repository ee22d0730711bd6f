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

const OWN_FIELDS = { firstName: "prénom", lastName: "nom", phone: "téléphone" };
type Own = { [field in keyof typeof OWN_FIELDS]: string | null };

/**
 * The toast of the personal card. A field left empty there changes nothing (S1§5), which is said,
 * and where a number is taken away.
 */
export function savedTexts(
  typed: Partial<Record<keyof Own, unknown>>,
  before: Own,
  after: Own,
): { title: string; text?: string } {
  const fields = Object.keys(OWN_FIELDS) as (keyof Own)[];
  const kept = fields.filter((field) => after[field] && String(typed[field] ?? "").trim() === "");
  if (kept.length === 0) return { title: "Profil mis à jour" };
  const isChanged = fields.some((field) => before[field] !== after[field]);
  const names = new Intl.ListFormat("fr").format(kept.map((field) => OWN_FIELDS[field]));
  const isPhone = kept.includes("phone");
  return {
    title: isChanged ? "Profil mis à jour" : "Rien n'a changé",
    text: `Un champ laissé vide garde sa valeur : ${names}.${
      isPhone ? " Un numéro se retire dans « Éditer mon profil »." : ""
    }`,
  };
}

/** Why an account cannot be deleted now, under « Suppression impossible » (S2§8). */
export function upcomingRefusal(count: number): string {
  return count === 1
    ? "Vous avez 1 réservation à venir, en attente ou confirmée. Annulez-la ou attendez qu'elle ait eu lieu."
    : `Vous avez ${count} réservations à venir, en attente ou confirmées. Annulez-les ou attendez qu'elles aient eu lieu.`;
}
