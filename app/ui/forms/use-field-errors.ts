import { type FormEvent, useState } from "react";

type FieldErrors = Record<string, string[] | null>;

/** `left` is `fields` itself until an edit; `onInput` goes on the form. */
export function useFieldErrors(fields: FieldErrors | undefined) {
  const [state, setState] = useState({ fields, left: fields });
  // A new answer replaces the state at once, in this render.
  if (state.fields !== fields) setState({ fields, left: fields });
  const left = state.fields === fields ? state.left : fields;
  return {
    left,
    errorOf: (name: string) => left?.[name] ?? undefined,
    onInput({ target }: FormEvent<HTMLFormElement>) {
      const { [(target as unknown as HTMLInputElement).name]: gone, ...others } = left ?? {};
      if (gone) setState({ fields, left: others });
    },
  };
}
