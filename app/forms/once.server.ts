import { isAppError } from "#core/errors.ts";
import type { Call } from "#core/idempotency/answer-once.server.ts";
import { newId } from "#platform/ids.server.ts";
import { KEY_FIELD } from "../ui/forms/retry-key.tsx";

/** For a form on a page that is made for one visitor. */
export const newKey = newId;

/** After a refusal: a new key where the next form is knowingly another request. */
export function nextKey(error: unknown): string | undefined {
  return isAppError(error) && error.code === "key_reused" ? newKey() : undefined;
}

/** Identifies a sent form as a call. A file counts by its name and size. */
export function callOf(form: FormData, name: string): Call {
  const body = [...form]
    .filter(([field]) => field !== KEY_FIELD)
    .map(([field, value]) => [
      field,
      value instanceof File ? `${value.name} ${value.size}` : value,
    ]);
  return { name, key: form.get(KEY_FIELD), body };
}
