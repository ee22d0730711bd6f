export const KEY_FIELD = "cle";

/**
 * The hidden field of a form that creates something: however often it is sent, what it asks for is
 * done once.
 *
 * @param value comes with a page that is made anew for whoever asks for it; of one that many share,
 * the browser makes it.
 */
export function RetryKey({ value }: { value?: string | undefined }) {
  return (
    <input type="hidden" name={KEY_FIELD} defaultValue={value} ref={value ? undefined : keepKey} />
  );
}

/** Who comes back from where the form has led to asks for something else, or anew. */
function keepKey(input: HTMLInputElement) {
  const renew = () => {
    // Without a safe connection there is none to be had, and the form goes without.
    input.value = crypto.randomUUID?.() ?? "";
  };
  renew();
  addEventListener("pagehide", renew);
  return () => removeEventListener("pagehide", renew);
}
