import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import {
  type BlockerFunction,
  useBlocker,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import * as addresses from "#site/addresses.ts";
import type { Viewer } from "../../browser/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import { pageToast } from "../../ui/toasts/toast.ts";
import {
  dropDraft,
  dropDrafts,
  formOf,
  givenIn,
  keepDraft,
  readDraft,
  saysSame,
  type Typed,
  typedIn,
} from "./tab-drafts.ts";

interface Kept {
  name: string;
  answer?: unknown;
  taken?: boolean;
  sending?: boolean;
  children: (typed: FormData | null) => ReactNode;
}

/** Asks before unsaved values are left, and offers signed-in users a draft in the tab. */
export function ProtectedForm(kept: Kept) {
  return <Kept key={kept.name} {...kept} />;
}

function Kept({ name, answer, taken = false, sending, children }: Kept) {
  const root = useRouteLoaderData<{ viewer: Viewer | null }>("root");
  // A later login has no claim to earlier text.
  const [owner] = useState(root?.viewer?.id);
  const posting = useNavigation().formMethod === "POST";
  const busy = sending ?? posting;
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const isChanged = useRef(false);
  const isSending = useRef(false);
  // A form that is out of sight asks nothing: a closed window, an ended login.
  const asks = useCallback(
    () => isChanged.current && !isSending.current && Boolean(box.current?.checkVisibility()),
    [],
  );
  const [kept, setKept] = useState<Typed | null>(null);
  const [resumed, resume] = useState<{ typed: FormData; answer: unknown; round: number } | null>(
    null,
  );

  useEffect(() => {
    isSending.current = busy;
  }, [busy]);

  useEffect(() => {
    const place = box.current;
    const form = () => place?.querySelector("form");
    const first = form();
    if (!hydrated || !place || !first) return;
    // An accepted form begins anew.
    if (taken && owner) dropDraft(owner, name);
    const given = givenIn(first);
    let isLetGo = false;
    // Browsers do not keep a page that listens to this event for « Retour ».
    const ask = (event: Event) => asks() && event.preventDefault();
    const change = (changed: boolean) => {
      isChanged.current = changed;
      if (changed) window.addEventListener("beforeunload", ask);
      else window.removeEventListener("beforeunload", ask);
    };
    if (owner) dropDrafts(owner);
    let pending = owner ? readDraft(owner, name) : null;
    const look = () => {
      const now = form();
      // A form that is being sent has disabled fields, which report no values.
      if (!now || isLetGo || now.querySelector(":scope > fieldset:disabled")) return;
      const typed = typedIn(now);
      change(!saysSame(typed, given));
      if (!owner) return;
      if (isChanged.current) {
        keepDraft(owner, name, typed);
        pending = null;
      } else if (!pending) dropDraft(owner, name);
    };
    const found = pending;
    change(!saysSame(typedIn(first), given));
    if (found && !saysSame(found, given) && !saysSame(found, typedIn(first))) setKept(found);
    else pending = null;
    // The page is discarded for another person.
    const letGo = () => {
      isLetGo = true;
      change(false);
    };
    // Changes made by a button (a word, a row, a picture) fire no input event.
    const observer = new MutationObserver(look);
    const watched = { subtree: true, childList: true, attributes: true };
    observer.observe(place, { ...watched, attributeFilter: ["value"] });
    place.addEventListener("input", look);
    place.addEventListener("reset", letGo);
    return () => {
      window.removeEventListener("beforeunload", ask);
      observer.disconnect();
      place.removeEventListener("input", look);
      place.removeEventListener("reset", letGo);
    };
  }, [hydrated, owner, name, taken, asks]);

  useEffect(() => {
    // The next page has accepted the form, unless it says otherwise.
    return () => {
      if (isSending.current && owner && !hasRefused()) dropDraft(owner, name);
    };
  }, [owner, name]);

  const round = resumed?.round;
  useEffect(() => {
    if (round) focusFirst(box.current);
  }, [round]);

  return (
    <>
      {kept && (
        <Notice tone="info" role="status" className="mb-6">
          <p>
            Brouillon retrouvé : vous avez quitté cette page sans enregistrer ce que vous aviez
            écrit.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="sage"
              size="small"
              onClick={() => {
                resume({ typed: formOf(kept), answer, round: (round ?? 0) + 1 });
                setKept(null);
              }}
            >
              Reprendre
            </Button>
            <Button
              size="small"
              onClick={() => {
                if (owner) dropDraft(owner, name);
                setKept(null);
                focusFirst(box.current);
              }}
            >
              Effacer
            </Button>
          </div>
        </Notice>
      )}
      <div ref={box}>
        <Fragment key={round}>
          {children(resumed && resumed.answer === answer ? resumed.typed : null)}
        </Fragment>
      </div>
      {hydrated && <LeaveDialog isKept={owner !== undefined} asks={asks} />}
    </>
  );
}

function hasRefused(): boolean {
  return window.location.pathname === addresses.logIn || pageToast.current?.tone === "danger";
}

function focusFirst(place: HTMLElement | null): void {
  place?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus();
}

/** The browser asks by itself before a reload or a closed tab. */
function LeaveDialog({ isKept, asks }: { isKept: boolean; asks: () => boolean }) {
  const { pathname } = useLocation();
  const isAsked = useCallback<BlockerFunction>(
    ({ currentLocation: here, nextLocation: next }) => {
      // A form that is leaving is still drawn for a moment, and has been asked about.
      const isHere = here.pathname === pathname;
      return isHere && asks() && here.pathname + here.search !== next.pathname + next.search;
    },
    [asks, pathname],
  );
  const blocker = useBlocker(isAsked);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={stay}
      title="Quitter cette page ?"
      actions={
        <>
          <Button onClick={stay}>Rester</Button>
          <Button variant="clay" onClick={() => blocker.proceed?.()}>
            Quitter
          </Button>
        </>
      }
    >
      <p>
        {isKept
          ? "Ce que vous avez écrit n'est pas enregistré. Un brouillon reste dans cet onglet : vous le retrouverez en revenant sur cette page."
          : "Ce que vous avez écrit n'est pas envoyé. Si vous quittez cette page, il sera perdu."}
      </p>
    </Dialog>
  );
}
