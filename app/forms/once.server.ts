import { isAppError } from "#core/errors.ts";
import type { Call } from "#core/idempotency/answer-once.server.ts";
import { newId } from "#platform/ids.server.ts";
import { KEY_FIELD } from "../ui/retry-key.tsx";

/** For a form on a page that is made anew for whoever asks for it. */
export const newKey = newId;

/** After a refusal: another key where what is sent next is knowingly another request. */
export function nextKey(error: unknown): string | undefined {
  return isAppError(error) && error.code === "key_reused" ? newKey() : undefined;
}

/** What a sent form is as a call. A file of it counts by its name and size. */
export function callOf(form: FormData, name: string): Call {
  const body = [...form]
    .filter(([field]) => field !== KEY_FIELD)
    .map(([field, value]) => [
      field,
      value instanceof File ? `${value.name} ${value.size}` : value,
    ]);
  return { name, key: form.get(KEY_FIELD), body };
}
