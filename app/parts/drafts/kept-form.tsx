import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useRouteLoaderData } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { ToastMessage } from "../../ui/toast.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Viewer } from "../layout/viewer.ts";
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
} from "./drafts.ts";
import { type Leave, useLeave } from "./use-leave.ts";

interface Kept {
  /** Of the draft; the path of the page that asks, the same for all that ask the same. */
  name: string;
  /** What the action said last: what it gives back is newer than a draft that was taken up before. */
  answer?: unknown;
  /** The answer says that the form was taken in, and the page stays. */
  taken?: boolean;
  /** While it is on its way, where that is not a navigation. */
  sending?: boolean;
  /** The form; with what a draft holds once that is taken up. */
  children: (typed: FormData | null) => ReactNode;
}

/**
 * Looks after what is typed into the form inside it: whoever leaves with something unsaved is asked
 * first, and for somebody signed in a draft stays in the tab, offered when they come back. The draft
 * goes once the form was taken in.
 */
export function KeptForm(kept: Kept) {
  return <Kept key={kept.name} {...kept} />;
}

function Kept({ name, answer, taken = false, sending, children }: Kept) {
  const root = useRouteLoaderData<{ viewer: Viewer | null }>("root");
  // Whoever began it: another login later on is no concern of what was typed before.
  const [owner] = useState(root?.viewer?.id);
  const posting = useNavigation().formMethod === "POST";
  const busy = sending ?? posting;
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const isChanged = useRef(false);
  const isSending = useRef(false);
  // Of what is out of sight nothing is asked: a window that was closed, a login that has ended.
  const asks = useCallback(
    () => isChanged.current && !isSending.current && Boolean(box.current?.checkVisibility()),
    [],
  );
  const [offer, setOffer] = useState<Typed | null>(null);
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
    // A form that was taken in begins anew.
    if (taken && owner) dropDraft(owner, name);
    const given = givenIn(first);
    let isLetGo = false;
    // Not for nothing: a page that listens to it is not kept for « Retour » by every browser.
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
      // While it is sent its fields are shut, and say nothing.
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
    if (found && !saysSame(found, given) && !saysSame(found, typedIn(first))) setOffer(found);
    else pending = null;
    // The page is put away with everything in it, for another person.
    const letGo = () => {
      isLetGo = true;
      change(false);
    };
    // What a button changes (a word, a row, a picture) is no input.
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
    // It goes with its page: what led on from there had taken it in, unless it says otherwise.
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
      {offer && (
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
                resume({ typed: formOf(offer), answer, round: (round ?? 0) + 1 });
                setOffer(null);
              }}
            >
              Reprendre
            </Button>
            <Button
              size="small"
              onClick={() => {
                if (owner) dropDraft(owner, name);
                setOffer(null);
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

/** Whether the page that a sent form led to is a login, or tells why it was refused. */
function hasRefused(): boolean {
  const { __reactRouterDataRouter: router } = window as {
    __reactRouterDataRouter?: { state: { loaderData: { root?: { flash?: ToastMessage | null } } } };
  };
  const toast = router?.state.loaderData.root?.flash;
  return window.location.pathname === "/connexion" || toast?.tone === "danger";
}

function focusFirst(place: HTMLElement | null): void {
  place?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus();
}

/** Asks before a page is left; the browser asks by itself before a reload or a closed tab. */
function LeaveDialog({ isKept, asks }: { isKept: boolean; asks: () => boolean }) {
  const { pathname } = useLocation();
  const isAsked = useCallback(
    ({ currentLocation: here, nextLocation: next }: Leave) => {
      // On its way out the form is still drawn for a moment, and has been asked about.
      const isHere = here.pathname === pathname;
      return isHere && asks() && here.pathname + here.search !== next.pathname + next.search;
    },
    [asks, pathname],
  );
  const blocker = useLeave(isAsked);
  const stay = () => blocker?.reset?.();
  return (
    <Dialog
      open={blocker?.state === "blocked"}
      onClose={stay}
      title="Quitter cette page ?"
      actions={
        <>
          <Button onClick={stay}>Rester</Button>
          <Button variant="clay" onClick={() => blocker?.proceed?.()}>
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
