import { type FormEvent, useState } from "react";

type FieldErrors = Record<string, string[]>;

/**
 * The messages of a form's fields, each gone once its field is edited, until the next answer.
 * `onInput` goes on the form, since input events bubble.
 */
export function useFieldErrors(fields: FieldErrors | undefined) {
  const [state, setState] = useState({ fields, edited: [] as string[] });
  // A new answer replaces the state at once, in this render.
  if (state.fields !== fields) setState({ fields, edited: [] });
  const edited = state.fields === fields ? state.edited : [];
  return {
    errorOf: (name: string) => (edited.includes(name) ? undefined : fields?.[name]),
    onInput({ target }: FormEvent<HTMLFormElement>) {
      const { name } = target as unknown as HTMLInputElement;
      if (fields?.[name] && !edited.includes(name)) {
        setState({ fields, edited: [...edited, name] });
      }
    },
  };
}
