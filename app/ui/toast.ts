/** A message that comes and goes: a title and a sentence. `danger` interrupts, `success` waits. */
export interface ToastMessage {
  title: string;
  text?: string | undefined;
  tone: "success" | "danger";
  /** Where to go on; drawn by the widget alone, which is there when a server has answered. */
  link?: { to: string; label: string } | undefined;
}

/** `isMore`: it stands beside what was just shown, and does not take its place. */
type Sink = (message: ToastMessage, isMore: boolean) => void;

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

/** True while what is said comes from one and the same event. */
let isMore = false;

/**
 * Shows a toast from anywhere in the browser. It takes the place of earlier ones; what is said at the
 * same time stands together (a login that also adds a favourite). The widget behind it is fetched the
 * first time.
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

/** The loaded widget takes over: what waits goes to it, and so does what comes. */
export function takeToasts(take: Sink): () => void {
  sink = take;
  for (const message of waiting) take(message, true);
  setWaiting([]);
  return () => {
    sink = null;
  };
}
