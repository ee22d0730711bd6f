import { useEffect, useRef } from "react";

/** Whenever `answer` brings errors, the focus goes to the first field that has one. */
export function useFirstError(answer: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answer]);
  return form;
}
