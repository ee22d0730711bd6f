import { type ComponentType, Suspense, use, useEffect, useSyncExternalStore } from "react";
import type { MiddlewareFunction } from "react-router";

/* The search screens come as HTML; the first touch fetches their code (docs/decisions/059). */

/** Programs that read or fill in a page send some of these alone. */
const TOUCHES = "pointermove pointerdown keydown focusin wheel scroll click change".split(" ");

interface LateScreen<Props> {
  Screen: ComponentType<Props> | null;
}

const fetches: (() => Promise<void>)[] = [];
let fetching: Promise<unknown> | undefined;
let areThere = () => {};

export const touched = new Promise<void>((resolve) => {
  areThere = resolve;
});

function fetchScreens(): Promise<unknown> {
  if (fetching) return fetching;
  fetching = Promise.all(fetches.map((fetch) => fetch()));
  // Without a network the HTML goes on as it is, and the next touch tries again.
  fetching.then(areThere, () => {
    fetching = undefined;
    release();
  });
  return fetching;
}

const begin = () => void fetchScreens().catch(() => {});

export const bringScreens: MiddlewareFunction = async (_, next) => {
  const [results] = await Promise.all([next(), fetchScreens()]);
  return results;
};

/** @param drawn imported by « #drawn », which is null in the browser (package.json). */
export function lateScreen<Props>(
  drawn: ComponentType<Props> | null,
  fetch: () => Promise<{ default: ComponentType<Props> }>,
): LateScreen<Props> {
  const late = { Screen: drawn };
  fetches.push(async () => {
    late.Screen = (await fetch()).default;
  });
  return late;
}

interface Shown<Props> {
  late: LateScreen<Props>;
  props: Props;
}

export function OnTouch<Props extends { actionData?: unknown }>(shown: Shown<Props>) {
  const isAnswer = shown.props.actionData !== undefined;
  useEffect(() => {
    if (isAnswer) begin();
  }, [isAnswer]);
  useEffect(() => forget, []);
  return (
    <Suspense>
      <TakeOver />
      <WhenThere {...shown} />
    </Suspense>
  );
}

/** Begins when React does, which would undo a choice made on the server's HTML. */
function TakeOver() {
  const isServersHtml = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  if (!import.meta.env.SSR && isServersHtml && !isWaiting) {
    isWaiting = true;
    holdEarlierChoices();
    if (held.length > 0) begin();
  }
  return null;
}

function WhenThere<Props extends object>({ late, props }: Shown<Props>) {
  // Every time, since React would drop the server's HTML if the hooks changed.
  if (!import.meta.env.SSR) use(touched);
  useEffect(release, []);
  const Screen = late.Screen as ComponentType<Props>;
  return <Screen {...props} />;
}

let isWaiting = false;

/** Repeated in order on the living screen. */
const held: (() => void)[] = [];

function release(): void {
  isWaiting = false;
  for (const act of held.splice(0)) act();
}

function forget(): void {
  isWaiting = false;
  held.length = 0;
}

/** Without its code the click would leave the page. */
function holdClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!isWaiting || button || ctrlKey || metaKey || shiftKey || altKey) return;
  const control = (target as Element).closest<HTMLElement>(
    "main :is(a, button:not([popovertarget]))",
  );
  if (!control) return;
  event.preventDefault();
  event.stopPropagation();
  held.push(() => control.click());
}

function holdChoice({ target }: Event): void {
  if (isWaiting) hold(target);
}

/** React would take the page over at once, and undo the choice before its « change » is told. */
function holdInput(event: Event): void {
  if (isWaiting && (event.target as Element).matches("select, [type=radio]")) {
    event.stopPropagation();
  }
}

function hold(target: EventTarget | null): void {
  if (target instanceof HTMLSelectElement) {
    const { value } = target;
    held.push(() => {
      target.value = value;
      target.dispatchEvent(new Event("change", { bubbles: true }));
    });
  } else if (target instanceof HTMLInputElement && target.type === "radio") {
    held.push(() => {
      // React tells a choice by the difference from what it has seen.
      target.checked = false;
      target.click();
    });
  }
}

/** A choice made before React was there differs from the HTML, until React takes that over. */
function holdEarlierChoices(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>("main select")) {
    const begun = [...select.options].find(({ defaultSelected }) => defaultSelected);
    if (select.selectedOptions[0] !== (begun ?? select.options[0])) hold(select);
  }
  for (const radio of document.querySelectorAll<HTMLInputElement>("main [type=radio]:checked")) {
    if (!radio.defaultChecked) hold(radio);
  }
}

if (!import.meta.env.SSR) {
  for (const touch of TOUCHES) addEventListener(touch, begin, { capture: true, passive: true });
  // Somebody may have been quicker than the scripts.
  const { activeElement, body } = document;
  if (activeElement !== body || scrollY > 0 || navigator.userActivation?.hasBeenActive) {
    setTimeout(begin);
  }
  addEventListener("click", holdClick, { capture: true });
  addEventListener("input", holdInput, { capture: true });
  addEventListener("change", holdChoice, { capture: true });
}
