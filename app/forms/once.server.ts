import { isAppError } from "#core/errors.ts";
import type { Call } from "#core/idempotency/answer-once.server.ts";
import { hashSecret, newId } from "#platform/ids.server.ts";
import { KEY_FIELD } from "../ui/forms/retry-key.tsx";

export const newKey = newId;

export function nextKey(error: unknown): string | undefined {
  return isAppError(error) && error.code === "key_reused" ? newKey() : undefined;
}

export function callOf(form: FormData, name: string): Call {
  const body = [...form]
    .filter(([field]) => field !== KEY_FIELD)
    .map(([field, value]) => [
      field,
      value instanceof File ? `${value.name} ${value.size}` : value,
    ]);
  return { name, key: form.get(KEY_FIELD), body };
}

/** Without a key, the same text from one person or network is one message for a day. */
export function messageOf(form: FormData, name: string): Call {
  const call = callOf(form, name);
  return { ...call, key: call.key || hashSecret(JSON.stringify(call.body)), isWaitedFor: true };
}
