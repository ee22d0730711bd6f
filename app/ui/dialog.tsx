import { type ReactNode, useEffect, useId, useRef } from "react";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** The platform's modal dialog, which traps the focus and gives it back. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
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
      className="m-auto max-h-[calc(100dvh-2.5rem)] w-[calc(100%-2.5rem)] max-w-dialog flex-col rounded-card bg-surface text-ink shadow-soft backdrop:bg-ink/50 open:flex"
    >
      <h2 id={titleId} className="px-6 pt-6 pb-3 text-22 sm:px-8 sm:pt-8">
        {title}
      </h2>
      <div className="overflow-y-auto px-6 pb-6 text-ink-soft sm:px-8">{children}</div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-hairline px-6 py-4 sm:px-8">
        {actions}
      </div>
    </dialog>
  );
}
