import type { Typed } from "./tab-drafts.ts";

/** Fields that belong to one sending of the form, not to the offering. */
const SENDING = /^(intent|version|cle|draftId|draft|imageFile|imageRemoved|slot.*)$/;
/** Fields that come once for each of their values. */
const SEVERAL = ["tags", "recurringDays", "leftOut"];

/** The typed values of a new offering's form as a draft keeps them; what is empty is left out. */
export function fieldsOf(typed: Typed): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of typed) {
    if (SENDING.test(name) || value === "") continue;
    if (!SEVERAL.includes(name)) fields[name] = value;
    else fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}
