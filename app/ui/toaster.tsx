import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { type ToastMessage, takeToasts } from "./toast.ts";
import {
  CloseIcon,
  ToastIcon,
  toastCardClass,
  toastCloseClass,
  toastStackClass,
  toastTextClass,
  toastTitleClass,
} from "./toast-card.tsx";

type Tone = ToastMessage["tone"];
const manager = Toast.createToastManager<{ tone: Tone }>();

/** The toasts themselves: 5 s, paused while pointed at or focused, polite unless they are bad news. */
export default function Toaster() {
  useEffect(
    () =>
      takeToasts((message) =>
        manager.add({
          title: message.title,
          description: message.text,
          priority: message.tone === "danger" ? "high" : "low",
          data: { tone: message.tone },
        }),
      ),
    [],
  );
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
      <Toast.Root key={toast.id} toast={toast} className={toastCardClass(tone)}>
        <ToastIcon tone={tone} />
        <Toast.Content>
          <Toast.Title render={<p />} className={toastTitleClass} />
          <Toast.Description className={toastTextClass(tone)} />
        </Toast.Content>
        <Toast.Close aria-label="Fermer" className={toastCloseClass}>
          <CloseIcon />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
