import type { Typed } from "./tab-drafts.ts";

/** Fields of one sending, not of the offering. */
const SENDING = /^(intent|version|cle|draftId|draft|imageFile|imageRemoved|slot.*)$/;
const SEVERAL = ["tags", "recurringDays", "leftOut"];

export function fieldsOf(typed: Typed): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of typed) {
    if (SENDING.test(name) || value === "") continue;
    if (!SEVERAL.includes(name)) fields[name] = value;
    else fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}
