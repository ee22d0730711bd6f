import type { StaleWords, Versioned } from "../../versions.ts";

const OWN_FIELDS = { firstName: "prénom", lastName: "nom", phone: "téléphone" };
type Own = { [field in keyof typeof OWN_FIELDS]: string | null };

/** Says that a field left empty changed nothing, and where a number can be removed. */
export function savedTexts(typed: Partial<Record<keyof Own, unknown>>, before: Own, after: Own) {
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

/** When an edit began before another change (rule: edit-version). */
export const PROFILE_CHANGE: StaleWords<Versioned> = {
  message:
    "Votre profil a été modifié entre-temps. Ce que vous avez écrit est gardé : comparez, puis enregistrez de nouveau.",
  fieldOf(column, row) {
    const value = row[column as keyof typeof row] as unknown;
    if (typeof value === "boolean") return { field: column, value: value ? "oui" : "non" };
    if (Array.isArray(value)) return { field: column, value: "une autre liste" };
    return { field: column, value: value ? `«\u00a0${value}\u00a0»` : "rien" };
  },
};
