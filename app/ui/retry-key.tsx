import { useEffect, useState } from "react";

export const KEY_FIELD = "cle";

/**
 * The hidden field of a form that creates something: however often it is sent, what it asks for is
 * done once.
 *
 * @param value comes with a page that is made anew for whoever asks for it; of one that many share,
 * the browser makes it.
 */
export function RetryKey({ value = "" }: { value?: string | undefined }) {
  const [own, setOwn] = useState("");
  useEffect(() => {
    // Without a safe connection there is none to be had, and the form goes without.
    if (!value) setOwn(crypto.randomUUID?.() ?? "");
  }, [value]);
  return <input type="hidden" name={KEY_FIELD} value={value || own} />;
}
