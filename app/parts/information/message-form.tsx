import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

export interface Refused {
  fields: Record<string, string[]> | undefined;
  /** Replaces a key that was used for something else. */
  retryKey: string | undefined;
}

/** However often it is sent, it counts once. */
export function MessageForm({
  legend,
  fields,
  retryKey,
  className,
  children,
}: Refused & {
  legend: string;
  className?: string;
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
      <fieldset disabled={busy} className="grid gap-5">
        <legend className="sr-only">{legend}</legend>
        {children({ errorOf, busy })}
      </fieldset>
    </Form>
  );
}
