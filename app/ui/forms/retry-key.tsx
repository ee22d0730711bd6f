export const KEY_FIELD = "cle";

/**
 * The hidden field of a form that creates something: however often it is sent, it creates one thing
 * (rule: retry-once).
 *
 * @param value comes with a page made for one visitor; on a shared page the browser makes it.
 */
export function RetryKey({ value }: { value?: string | undefined }) {
  return (
    <input type="hidden" name={KEY_FIELD} defaultValue={value} ref={value ? undefined : keepKey} />
  );
}

/** Somebody who comes back from the next page starts a new request. */
function keepKey(input: HTMLInputElement) {
  const renew = () => {
    // Only secure connections have crypto.randomUUID; without it the form goes without a key.
    input.value = crypto.randomUUID?.() ?? "";
  };
  renew();
  addEventListener("pagehide", renew);
  return () => removeEventListener("pagehide", renew);
}
