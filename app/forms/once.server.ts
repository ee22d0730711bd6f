import { isAppError } from "#core/errors.ts";
import type { Call } from "#core/idempotency/answer-once.server.ts";
import { hashSecret, newId } from "#platform/ids.server.ts";
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

/**
 * The same for a message. A shared page has no key without JavaScript, as its visitors would share
 * it: the same text from the same person or network is then the same message, for a day.
 */
export function messageOf(form: FormData, name: string): Call {
  const call = callOf(form, name);
  return { ...call, key: call.key || hashSecret(JSON.stringify(call.body)), isWaitedFor: true };
}
