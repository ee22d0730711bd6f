import { useEffect, useRef } from "react";

/**
 * Whenever `answer` brings errors, the focus goes to the first field that has one; `drawn` changes
 * where they are drawn later than that.
 */
export function useFirstError(answer: unknown, drawn: unknown = true) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer && drawn) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answer, drawn]);
  return form;
}
