export const KEY_FIELD = "cle";

/** One thing for many sendings (rule: retry-once). @param value only on a page for one visitor. */
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
