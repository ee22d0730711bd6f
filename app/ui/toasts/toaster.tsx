import { Toast } from "@base-ui/react/toast";
import { type ComponentProps, type ElementType, useEffect } from "react";
import { Link } from "react-router";
import { keyOf, type ToastMessage, takeToasts } from "./toast.ts";
import {
  CloseIcon,
  ToastIcon,
  toastCardClass,
  toastCloseClass,
  toastStackClass,
  toastTextClass,
  toastTitleClass,
  toastWordsClass,
} from "./toast-card.tsx";

type Extra = Pick<ToastMessage, "tone" | "link">;
const manager = Toast.createToastManager<Extra>();

/** Polite unless bad news. @param layer the open dialog, outside which nothing can be reached. */
export default function Toaster({ layer }: { layer: HTMLElement | null }) {
  useEffect(
    () =>
      takeToasts((message, isMore) => {
        if (!isMore) manager.close();
        manager.add({
          // Two equal messages are one toast.
          id: keyOf(message),
          title: message.title,
          description: message.text,
          priority: message.tone === "danger" ? "high" : "low",
          data: message,
        });
      }),
    [],
  );
  useEffect(() => {
    // A new attempt clears the messages about the last one.
    const clear = () => manager.close();
    document.addEventListener("submit", clear, true);
    return () => document.removeEventListener("submit", clear, true);
  }, []);
  return (
    <Toast.Provider toastManager={manager} timeout={5000}>
      <Toast.Portal container={layer ?? document.body}>
        <Toast.Viewport data-toasts className={toastStackClass}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<Extra>();
  return toasts.map((toast) => {
    const tone = toast.data?.tone;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={toastCardClass(tone)}
        render={<Reachable as="div" />}
      >
        <ToastIcon tone={tone} />
        <Toast.Content className={toastWordsClass}>
          <Toast.Title render={<p />} className={toastTitleClass} />
          <Toast.Description className={toastTextClass(tone)} />
          {toast.data?.link && (
            <Link
              to={toast.data?.link.to}
              className="-my-2.5 inline-flex min-h-11 items-center font-bold text-current underline"
            >
              {toast.data?.link.label}
            </Link>
          )}
        </Toast.Content>
        <Toast.Close
          aria-label="Fermer"
          className={toastCloseClass}
          render={<Reachable as="button" />}
        >
          <CloseIcon />
        </Toast.Close>
      </Toast.Root>
    );
  });
}

/** The library hides a toast that the keyboard can reach (WCAG 4.1.2). */
function Reachable({
  as: Element,
  "aria-hidden": _,
  ...props
}: ComponentProps<"div"> & { as: ElementType }) {
  return <Element {...props} />;
}
