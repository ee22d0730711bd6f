import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from "react";
import { Form, useNavigation } from "react-router";
import type { RehearsedMail } from "#core/notifications/schema.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea, TextInput } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { useFieldErrors } from "../../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";

export interface DecisionAnswer {
  fields: Record<string, string[]>;
  toast: ToastMessage | null;
  isSaid: boolean;
  typed: Record<string, string>;
  mails: RehearsedMail[] | null;
  confirm: { of: string; says: string[] } | null;
}

const AnswerContext = createContext<{
  answer: DecisionAnswer | undefined;
  errorOf: (name: string) => string[] | undefined;
  busy: boolean;
}>({ answer: undefined, errorOf: () => undefined, busy: false });

export const useAnswer = () => useContext(AnswerContext);

/** A form whose fields say what the action has answered of them. */
export function AnswerForm({
  answer,
  legend,
  hidden = {},
  layout = "grid gap-6",
  onInput,
  children,
  ...attributes
}: Omit<ComponentProps<typeof Form>, "hidden"> & {
  answer: DecisionAnswer | undefined;
  legend: string;
  hidden?: Record<string, string>;
  layout?: string;
}) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer?.fields);
  const errors = useFieldErrors(answer?.fields);
  const input = (event: FormEvent<HTMLFormElement>) => {
    errors.onInput(event);
    onInput?.(event as Parameters<typeof onInput>[0]);
  };
  return (
    <Form {...attributes} ref={form} method="post" noValidate onInput={input}>
      <fieldset disabled={busy} className={layout}>
        <legend className="sr-only">{legend}</legend>
        <HiddenFields {...hidden} />
        <Notice tone="danger" role="alert">
          {answer?.isSaid && answer.toast?.text}
        </Notice>
        <AnswerContext value={{ answer, errorOf: errors.errorOf, busy }}>{children}</AnswerContext>
      </fieldset>
    </Form>
  );
}

export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button type="submit" busy={useAnswer().busy} {...props} />;
}

interface Shown extends Omit<ComponentProps<typeof Field>, "children"> {
  name: string;
  defaultValue?: string | undefined;
}

function useField<Props extends Shown>(props: Props) {
  const { label, hint, error, optional = false, className = "", defaultValue, ...input } = props;
  const { answer, errorOf } = useAnswer();
  return {
    shown: { label, hint, error: error ?? errorOf(props.name), optional, className },
    input: { ...input, defaultValue: answer?.typed[props.name] ?? defaultValue },
  };
}

export function TextField(props: Shown & Omit<ComponentProps<"input">, keyof Shown>) {
  const { shown, input } = useField(props);
  return <Field {...shown}>{(control) => <TextInput {...input} {...control} />}</Field>;
}

export function TextAreaField(props: Shown & Omit<ComponentProps<"textarea">, keyof Shown>) {
  const { shown, input } = useField(props);
  return <Field {...shown}>{(control) => <TextArea {...input} {...control} />}</Field>;
}

/** @param empty the words of a first choice without a value. */
export function SelectField({
  options,
  empty,
  ...props
}: Shown & { options: readonly (readonly [value: string, name: string])[]; empty?: string }) {
  const { shown, input } = useField({ defaultValue: empty && "", ...props });
  return (
    <Field {...shown}>
      {(control) => (
        <Select {...input} {...control}>
          {empty && <option value="">{empty}</option>}
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function ConfirmField() {
  const { answer } = useAnswer();
  const heading = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is read from its beginning
  useEffect(() => heading.current?.focus(), [answer]);
  if (!answer?.confirm) return null;
  const { of, says } = answer.confirm;
  return (
    <Notice className="group-data-outdated/decision:hidden">
      <p ref={heading} tabIndex={-1} className="font-strong">
        Rien n'est encore fait. Une fois confirmé, cela ne se reprend pas :
      </p>
      <ul className="mt-1 list-disc pl-5 wrap-anywhere figures">
        {says.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {answer.mails && answer.mails.length > 0 && (
        <TextLink isTall to="#partira">
          Relire ce qui partira
        </TextLink>
      )}
      <label key={of} className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="confirmed"
          value={of}
          className="size-5 shrink-0 accent-sage-600"
        />
        Je l'ai lu, et je confirme.
      </label>
    </Notice>
  );
}

/** Ends the form on a desk, and stays at the foot of a phone (`data-foot` leaves it room). */
export function FootBar({
  says,
  formId,
  children,
}: {
  says: string;
  formId: string;
  children: ReactNode;
}) {
  return (
    <div
      data-foot
      className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-5 py-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-soft ring ring-sand-300 md:px-8 low:static low:p-0 low:shadow-none low:ring-0 lg:static lg:p-0 lg:shadow-none lg:ring-0"
    >
      <p className="min-w-0 flex-1 text-14 leading-snug max-sm:basis-full low:hidden lg:hidden">
        <a href={`#${formId}`} className="block truncate font-strong text-ink no-underline">
          {says}
        </a>
        <span className="block text-ink-soft max-sm:hidden">Inscrit au journal sous votre nom</span>
      </p>
      <div className="max-sm:grow low:w-full lg:w-full">{children}</div>
    </div>
  );
}
