/** A message that comes and goes: a title and a sentence. `danger` interrupts, `success` waits. */
export interface ToastMessage {
  title: string;
  text?: string | undefined;
  tone: "success" | "danger";
}

type Sink = (message: ToastMessage) => void;

let waiting: readonly ToastMessage[] = [];
let sink: Sink | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: readonly ToastMessage[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** The same for two messages that say the same. */
export function keyOf({ tone, title, text }: ToastMessage): string {
  return `${tone} ${title} ${text}`;
}

/** Shows a toast from anywhere in the browser. The widget behind it is fetched the first time. */
export function showToast(message: ToastMessage): void {
  const others = waiting.filter((other) => keyOf(other) !== keyOf(message));
  if (sink) sink(message);
  else setWaiting([...others, message]);
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

/** The loaded widget takes over: what waits goes to it, and so does what comes. */
export function takeToasts(take: Sink): () => void {
  sink = take;
  for (const message of waiting) take(message);
  setWaiting([]);
  return () => {
    sink = null;
  };
}
