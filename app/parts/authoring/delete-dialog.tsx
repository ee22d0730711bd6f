import { useEffect, useRef } from "react";
import { type DiscoverBehavior, Form, useFetcher } from "react-router";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Button } from "../../ui/button.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import { SENTENCES } from "./kind-sentences.ts";

/** A refusal keeps the page and everything typed in it (rule: keep-the-page). */
export function DeleteDialog({
  id,
  kind,
  edition,
  discover = "render",
  title,
  beside,
  onClosed,
}: {
  id: string;
  kind: SlotKind;
  edition: string;
  discover?: DiscoverBehavior;
  title?: string;
  /** The id of a form whose typed values come back with a refusal. */
  beside?: string;
  onClosed?: () => void;
}) {
  const fetcher = useFetcher<{ toast?: ToastMessage } | undefined>({ key: id });
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDivElement>(null);
  const isBusy = fetcher.state !== "idle";
  // On the page, because a toast would be behind this dialog.
  useEffect(() => {
    if (!isBusy) return;
    const asked = dialog.current;
    return () => asked?.hidePopover();
  }, [isBusy]);
  return (
    <>
      <FormToast toast={fetcher.data?.toast} />
      <div
        ref={dialog}
        id={id}
        popover="auto"
        onToggle={({ newState }) => newState === "closed" && onClosed?.()}
        role="dialog"
        aria-labelledby={`${id}-titre`}
        className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
      >
        <h3 id={`${id}-titre`} className="text-22">
          {SENTENCES[kind].sure}
        </h3>
        {title && <p className="mt-3 font-label wrap-anywhere">{title}</p>}
        <p className="mt-3 text-ink-soft">{SENTENCES[kind].forGood}</p>
        <Form
          method="post"
          action={edition}
          navigate={false}
          fetcherKey={id}
          discover={discover}
          className="mt-6 flex flex-wrap justify-end gap-2"
        >
          <Button popoverTarget={id} popoverTargetAction="hide">
            Annuler
          </Button>
          <IntentButton
            intent="delete"
            form={hydrated ? undefined : beside}
            variant="destroy"
            busy={isBusy}
          >
            Supprimer
          </IntentButton>
        </Form>
      </div>
    </>
  );
}
