import {
  type ComponentType,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "react-router";
import { useHydrated } from "../hooks/use-hydrated.ts";
import {
  dropWaitingToast,
  keyOf,
  pageToast,
  showToast,
  type ToastMessage,
  waitingToasts,
} from "./toast.ts";
import { CloseIcon, StillToast, toastCloseClass, toastStackClass } from "./toast-card.tsx";

const none: readonly ToastMessage[] = [];

function topLayer(): HTMLElement | null {
  return (
    [...document.querySelectorAll<HTMLElement>(":is(dialog:modal, :popover-open)")].at(-1) ?? null
  );
}

function onLayerChange(listener: () => void): () => void {
  document.addEventListener("toggle", listener, true);
  return () => document.removeEventListener("toggle", listener, true);
}

/** `flash` stands in the HTML itself, so that it shows without JavaScript too. */
export function Toasts({ flash }: { flash: (ToastMessage & { id: string }) | null }) {
  const waiting = useSyncExternalStore(waitingToasts.subscribe, waitingToasts.get, () => none);
  const [seen, setSeen] = useState<string | null>(null);
  const [Toaster, setToaster] = useState<ComponentType<{ layer: HTMLElement | null }> | null>(null);
  const layer = useSyncExternalStore(onLayerChange, topLayer, () => null);
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();

  // Before the page that it came after is taken apart.
  useLayoutEffect(() => {
    pageToast.current = flash;
  }, [flash]);
  useEffect(() => {
    if (!flash || flash.id === seen) return;
    setSeen(flash.id);
    showToast(flash);
  }, [flash, seen]);

  useEffect(() => {
    if (waiting.length === 0 || Toaster) return;
    // Without the widget the still toasts stay in place and say the same.
    import("./toaster.tsx").then(
      (module) => setToaster(() => module.default),
      () => {},
    );
  }, [waiting, Toaster]);

  const shown = flash && flash.id !== seen ? [flash, ...waiting] : waiting;
  const still = shown.length > 0 && (
    <div data-toasts className={toastStackClass}>
      {shown.map((message) => (
        <StillToast key={keyOf(message)} message={message}>
          {hydrated ? (
            <button
              type="button"
              aria-label="Fermer"
              className={toastCloseClass}
              onClick={() => dropWaitingToast(message)}
            >
              <CloseIcon />
            </button>
          ) : (
            // Reloads the same page, without the toast that was read.
            <Link
              to={pathname + search}
              reloadDocument
              aria-label="Fermer"
              className={toastCloseClass}
            >
              <CloseIcon />
            </Link>
          )}
        </StillToast>
      ))}
    </div>
  );
  return (
    <>
      {layer ? createPortal(still, layer) : still}
      {Toaster && <Toaster layer={layer} />}
    </>
  );
}
