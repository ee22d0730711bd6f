import { Toast } from "@base-ui/react/toast";
import { type ComponentProps, type ElementType, useEffect } from "react";
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

type Tone = ToastMessage["tone"];
const manager = Toast.createToastManager<{ tone: Tone }>();

/** The toasts themselves: 5 s, paused while pointed at or focused, polite unless they are bad news. */
export default function Toaster() {
  useEffect(
    () =>
      takeToasts((message) =>
        manager.add({
          // The same message twice is one toast.
          id: keyOf(message),
          title: message.title,
          description: message.text,
          priority: message.tone === "danger" ? "high" : "low",
          data: { tone: message.tone },
        }),
      ),
    [],
  );
  useEffect(() => {
    // What was said of the last attempt is over once there is another.
    const clear = () => manager.close();
    document.addEventListener("submit", clear, true);
    return () => document.removeEventListener("submit", clear, true);
  }, []);
  return (
    <Toast.Provider toastManager={manager} timeout={5000}>
      <Toast.Portal>
        <Toast.Viewport className={toastStackClass}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<{ tone: Tone }>();
  return toasts.map((toast) => {
    const tone = toast.data?.tone ?? "success";
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

/**
 * What the keyboard can reach may not be hidden from assistive technology (WCAG 4.1.2). The library
 * hides a toast until it has the focus, because a live region has read it out.
 */
function Reachable({
  as: Element,
  "aria-hidden": _,
  ...props
}: ComponentProps<"div"> & { as: ElementType }) {
  return <Element {...props} />;
}
