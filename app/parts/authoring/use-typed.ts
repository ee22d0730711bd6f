import { useState } from "react";
import { type OfferingValues, readValues } from "./offering-values.ts";

/**
 * A value computed from several fields of the form as they are typed. `follow` goes on any control
 * of the form as its `ref`.
 */
export function useTyped<Result>(values: OfferingValues, read: (values: OfferingValues) => Result) {
  const [result, setResult] = useState(() => read(values));
  const follow = (control: { form: HTMLFormElement | null } | null) => {
    const form = control?.form;
    if (!form) return;
    const update = () => setResult(read(readValues(new FormData(form))));
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  };
  return [result, follow] as const;
}
