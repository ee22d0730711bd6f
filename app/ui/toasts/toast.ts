/** `danger` interrupts, `success` waits. */
export interface ToastMessage {
  title: string;
  text?: string | undefined;
  tone: "success" | "danger";
  /** Drawn by the widget alone, which is there once a server has answered. */
  link?: { to: string; label: string } | undefined;
}

export const pageToast: { current: ToastMessage | null } = { current: null };

/** With `isMore` it stands beside the toast just shown. */
type Sink = (message: ToastMessage, isMore: boolean) => void;

let waiting: readonly ToastMessage[] = [];
let sink: Sink | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: readonly ToastMessage[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

export function keyOf({ tone, title, text }: ToastMessage): string {
  return `${tone} ${title} ${text}`;
}

let isMore = false;

/** Replaces earlier toasts, but not those of the same moment. */
export function showToast(message: ToastMessage): void {
  const others = isMore ? waiting.filter((other) => keyOf(other) !== keyOf(message)) : [];
  if (sink) sink(message, isMore);
  else setWaiting([...others, message]);
  isMore = true;
  setTimeout(() => {
    isMore = false;
  });
}

/** Works only before the widget has taken over. */
export function dropWaitingToast(message: ToastMessage): void {
  setWaiting(waiting.filter((other) => other !== message));
}

export const waitingToasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => waiting,
};

export function takeToasts(take: Sink): () => void {
  sink = take;
  for (const message of waiting) take(message, true);
  setWaiting([]);
  return () => {
    sink = null;
  };
}
