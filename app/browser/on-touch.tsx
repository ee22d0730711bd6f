import { type ComponentType, Suspense, use, useEffect, useSyncExternalStore } from "react";
import type { MiddlewareFunction } from "react-router";

/*
 * The search screens come as HTML whose links, forms and fields work by themselves. Their code is
 * fetched when somebody first touches the page, and takes that HTML over (docs/decisions/059).
 */

/** Some of them come alone, from whoever reads or fills in a page with the help of a program. */
const TOUCHES = "pointermove pointerdown keydown focusin wheel scroll click change".split(" ");

/** A screen whose code comes at the first touch; there from the beginning on the server alone. */
interface LateScreen<Props> {
  Screen: ComponentType<Props> | null;
}

const fetches: (() => Promise<void>)[] = [];
let fetching: Promise<unknown> | undefined;
let areThere = () => {};

/** Resolves when somebody has touched the page and the code of the search screens is there. */
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

/** Each navigation waits for the code of the search screens, as it does for its data. */
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
  // The answer to a form sent before the scripts were there is said at once.
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

/** Begins when React does on the server's HTML, where a choice may have been made that it would undo. */
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
  // Each time, also with the screen there: React asks again for what it has begun to wait for, and
  // takes the server's HTML away from a component that calls other hooks then.
  if (!import.meta.env.SSR) use(touched);
  useEffect(release, []);
  const Screen = late.Screen as ComponentType<Props>;
  return <Screen {...props} />;
}

// ─── Until then ────────────────────────────────────────────────────────────────────────────────

/** Whether a screen is shown that React has not taken over yet. */
let isWaiting = false;

/** Done again on the living screen, in their order. */
const held: (() => void)[] = [];

function release(): void {
  isWaiting = false;
  for (const act of held.splice(0)) act();
}

/** Nobody who has gone on to another page waits for anything on this one. */
function forget(): void {
  isWaiting = false;
  held.length = 0;
}

/** A click on a link or a button of the screen waits for its code: without it, it would leave the page. */
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

/** A choice stays made, and is told to the screen. */
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
  // Somebody was quicker than the scripts; the screens name themselves while these begin.
  const { activeElement, body } = document;
  if (activeElement !== body || scrollY > 0 || navigator.userActivation?.hasBeenActive) {
    setTimeout(begin);
  }
  addEventListener("click", holdClick, { capture: true });
  addEventListener("input", holdInput, { capture: true });
  addEventListener("change", holdChoice, { capture: true });
}
