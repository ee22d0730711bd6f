import { CircleAlert, CircleCheck, X } from "@lucide/icons";
import type { ReactNode } from "react";
import { Icon } from "../pictures/icon.tsx";
import type { ToastMessage } from "./toast.ts";

/** Below the header, since the foot of a page is where its act is. */
export const toastStackClass =
  "fixed inset-x-4 top-20 z-50 grid justify-items-end gap-3 sm:right-6 sm:left-auto sm:w-100 max-md:in-[:has(.head-in-two)]:top-28 md:top-16 md:w-auto md:max-w-160";

export function toastCardClass(tone: ToastMessage["tone"]): string {
  return [
    "grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3 rounded-card py-4 pr-2 pl-4 shadow-soft transition md:w-auto md:py-2.5",
    "data-ending-style:opacity-0",
    tone === "danger" ? "on-dark bg-danger text-surface" : "bg-surface ring ring-sand-300",
  ].join(" ");
}

export function ToastIcon({ tone }: { tone: ToastMessage["tone"] }) {
  return tone === "danger" ? (
    <Icon of={CircleAlert} className="mt-0.5 size-5" />
  ) : (
    <Icon of={CircleCheck} className="mt-0.5 size-5 text-success" />
  );
}

export const toastCloseClass = "-my-2.5 grid size-11 place-items-center rounded-full";
export const toastWordsClass = "md:flex md:flex-wrap md:gap-x-2";
export const toastTitleClass = "font-bold";

export function toastTextClass(tone: ToastMessage["tone"]): string {
  return tone === "danger" ? "" : "text-ink-soft";
}

/** Stays until it is closed; needs no widget, which the network may not bring. */
export function StillToast({ message, children }: { message: ToastMessage; children?: ReactNode }) {
  return (
    <div
      className={toastCardClass(message.tone)}
      role={message.tone === "danger" ? "alert" : "status"}
    >
      <ToastIcon tone={message.tone} />
      <div className={toastWordsClass}>
        <p className={toastTitleClass}>{message.title}</p>
        {message.text && <p className={toastTextClass(message.tone)}>{message.text}</p>}
      </div>
      {children}
    </div>
  );
}

export function CloseIcon() {
  return <Icon of={X} className="size-5" />;
}
