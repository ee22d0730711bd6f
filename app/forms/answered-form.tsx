import {
  type DefaultValue,
  type FormMetadata,
  FormProvider,
  parse,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { type ComponentProps, type ComponentType, type ReactNode, useMemo } from "react";
import { Form } from "react-router";
import { useFieldErrors } from "../ui/forms/use-field-errors.ts";
import { useFirstError } from "../ui/forms/use-first-error.ts";

type Shape = Record<string, unknown>;

/** Judged by the server alone, so that no rule is sent to the browser. */
export function AnsweredForm<Fields extends Shape>({
  as: Tag = Form,
  id,
  known,
  typed,
  answer,
  isTold = false,
  children,
  ...attributes
}: Omit<ComponentProps<typeof Form>, "children" | "method" | "onInput"> & {
  as?: ComponentType<ComponentProps<typeof Form>>;
  id: string;
  known?: DefaultValue<Fields>;
  /** A draft, which is newer than `answer`. */
  typed: FormData | null;
  answer: SubmissionResult | undefined;
  /** Gives a notice in the form the focus. */
  isTold?: boolean;
  children: ReactNode | ((fields: ReturnType<FormMetadata<Fields>["getFieldset"]>) => ReactNode);
}) {
  const { left, onInput } = useFieldErrors(answer?.error);
  const isEdited = left !== answer?.error;
  // Conform takes a result of another identity for a new answer.
  const result = useMemo(
    () => (left && isEdited ? { error: left } : answer),
    [answer, left, isEdited],
  );
  const [form, fields] = useForm<Fields>({
    id,
    defaultValue: (typed ? valuesIn(typed) : known) as DefaultValue<Fields>,
    lastResult: typed ? undefined : result,
  });
  // Conform draws the messages of an answer in a render of their own.
  const ref = useFirstError(isEdited || isTold ? null : answer, form.allErrors);
  return (
    <FormProvider context={form.context}>
      <Tag {...attributes} ref={ref} id={form.id} method="post" noValidate onInput={onInput}>
        {typeof children === "function" ? children(fields) : children}
      </Tag>
    </FormProvider>
  );
}

function valuesIn(form: FormData) {
  return parse(form, { resolve: (value) => ({ value }) }).payload;
}
