/** A message that comes and goes: a title and a sentence. `danger` interrupts, `success` waits. */
export interface ToastMessage {
  title: string;
  text?: string | undefined;
  tone: "success" | "danger";
  /**
   * A link onward; only the widget draws it, and the widget is there once a server has answered.
   */
  link?: { to: string; label: string } | undefined;
}

/** The toast that the server sent with the page on screen. */
export const pageToast: { current: ToastMessage | null } = { current: null };

/** With `isMore` it stands beside the toast just shown, instead of replacing it. */
type Sink = (message: ToastMessage, isMore: boolean) => void;

let waiting: readonly ToastMessage[] = [];
let sink: Sink | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: readonly ToastMessage[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Equal for two messages with the same words. */
export function keyOf({ tone, title, text }: ToastMessage): string {
  return `${tone} ${title} ${text}`;
}

/** True while several messages come from one event. */
let isMore = false;

/**
 * Shows a toast from anywhere in the browser. It replaces earlier ones; messages of the same moment
 * stand together (a login that also adds a favourite). Its widget is fetched the first time.
 */
export function showToast(message: ToastMessage): void {
  const others = isMore ? waiting.filter((other) => keyOf(other) !== keyOf(message)) : [];
  if (sink) sink(message, isMore);
  else setWaiting([...others, message]);
  isMore = true;
  setTimeout(() => {
    isMore = false;
  });
}

/** Puts one waiting toast away, before the widget has taken over. */
export function dropWaitingToast(message: ToastMessage): void {
  setWaiting(waiting.filter((other) => other !== message));
}

/** The toasts that no widget shows yet, for `useSyncExternalStore`. */
export const waitingToasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => waiting,
};

/** Hands all toasts, waiting and future, to the loaded widget. */
export function takeToasts(take: Sink): () => void {
  sink = take;
  for (const message of waiting) take(message, true);
  setWaiting([]);
  return () => {
    sink = null;
  };
}
