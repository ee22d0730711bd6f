import { useState } from "react";
import { TextAreaField } from "../../ui/forms/text-field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";

export function MessageField({
  max,
  error,
  defaultValue = "",
  placeholder,
}: {
  max: number;
  error: readonly string[] | undefined;
  defaultValue?: string | undefined;
  placeholder?: string;
}) {
  const [length, setLength] = useState(defaultValue.length);
  const hydrated = useHydrated();
  return (
    <TextAreaField
      name="message"
      label="Message"
      error={error}
      hint={
        hydrated ? (
          <span className={`figures ${length > max ? "font-label text-danger" : ""}`}>
            {length}/{max} caractères
          </span>
        ) : (
          `De 10 à ${max} caractères.`
        )
      }
      rows={6}
      defaultValue={defaultValue}
      placeholder={placeholder}
      onChange={(event) => setLength(event.target.value.length)}
    />
  );
}
