import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "../button.tsx";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { Spinner } from "../spinner.tsx";
import { RetryKey } from "./retry-key.tsx";
import { TextAreaField } from "./text-field.tsx";
import { useFieldErrors } from "./use-field-errors.ts";
import { useFirstError } from "./use-first-error.ts";

export interface Refused {
  fields: Record<string, string[]> | undefined;
  /** Replaces a key that was used for something else. */
  retryKey: string | undefined;
}

/** However often it is sent, it counts once. */
export function OnceForm({
  legend,
  fields,
  retryKey,
  className,
  layout = "grid gap-5",
  children,
}: Refused & {
  legend: string;
  className?: string;
  layout?: string;
  children: (form: {
    errorOf: ReturnType<typeof useFieldErrors>["errorOf"];
    busy: boolean;
  }) => ReactNode;
}) {
  const busy = useNavigation().state === "submitting";
  const form = useFirstError(fields);
  const { errorOf, onInput } = useFieldErrors(fields);
  return (
    <Form ref={form} method="post" noValidate onInput={onInput} className={className}>
      <RetryKey value={retryKey} />
      <fieldset disabled={busy} className={layout}>
        <legend className="sr-only">{legend}</legend>
        {children({ errorOf, busy })}
      </fieldset>
    </Form>
  );
}

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

export function SendButton({
  busy,
  working,
  children,
}: {
  busy: boolean;
  working: string;
  children: string;
}) {
  return (
    <Button type="submit" variant="clay" size="large" block>
      {busy ? (
        <>
          <Spinner />
          {working}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
