import { type ReactNode, useEffect, useId, useRef } from "react";

/** The platform's modal dialog: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the safe one first. */
  actions: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
    >
      <h2 id={titleId} className="text-22">
        {title}
      </h2>
      <div className="mt-3 text-ink-soft">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>
    </dialog>
  );
}
