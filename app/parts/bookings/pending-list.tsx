import { type ReactNode, Suspense, useEffect } from "react";
import { Await, useRevalidator, useRouteLoaderData, useSearchParams } from "react-router";
import { isLeaving } from "../../browser/keep-page.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

/** Which of the two tabs an address shows. */
export function isPastTab(search: URLSearchParams): boolean {
  return search.get("type") === "passees";
}

/** For this many milliseconds the progress line at the top of the page is enough. */
const AT_ONCE = 500;

/**
 * The answer of a list's `clientLoader`: in the browser the page does not wait for it, and says
 * that it is loading. A reload is waited for, and so is a load that fails at once because the
 * server cannot be reached: the page then stays (rule: keep-the-page).
 */
export async function loadPending<List>(
  serverLoader: () => Promise<{ list: List }>,
): Promise<{ list: Awaited<List> | Promise<Awaited<List>> }> {
  const list = serverLoader().then(async (answer): Promise<Awaited<List>> => await answer.list);
  // When the page is kept after all, nobody reads this promise.
  list.catch(() => {});
  if (!isLeaving() || !navigator.onLine) return { list: await list };
  const early = new Promise<null>((resolve) => setTimeout(resolve, AT_ONCE, null));
  const found = await Promise.race([list.then((value) => ({ value })), early]);
  return { list: found ? found.value : list };
}

/**
 * A list that the browser may still be waiting for: it says that it is loading, or that it could
 * not be loaded.
 */
export function PendingList<List>({
  list,
  failure,
  children,
}: {
  list: List;
  /** The sentence for a failed load. */
  failure: string;
  children: (list: Awaited<List>) => ReactNode;
}) {
  const [search] = useSearchParams();
  // Another tab or page says that it is loading, too; a reload of the same one only changes it.
  const shown = `${isPastTab(search)} ${search.get("cursor")}`;
  return (
    <Suspense key={shown} fallback={<Loading />}>
      <Await resolve={list} errorElement={<LoadingFailed text={failure} />}>
        {children}
      </Await>
    </Suspense>
  );
}

function Loading() {
  return (
    <div className="grid gap-4">
      <p role="status" className="text-ink-soft">
        Chargement...
      </p>
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}

function LoadingFailed({ text }: { text: string }) {
  const { state, revalidate } = useRevalidator();
  useEffect(() => showToast({ title: "Erreur", text, tone: "danger" }), [text]);
  return (
    <>
      <Notice tone="danger">{text}</Notice>
      <Button className="mt-4" busy={state !== "idle"} onClick={() => revalidate()}>
        Réessayer
      </Button>
    </>
  );
}

/**
 * A list may find nobody signed in under a header that shows somebody, because navigation to a list
 * does not ask again who is there.
 */
export function useSignedOutHere(isDeletedAddress: boolean): void {
  const root = useRouteLoaderData<{ viewer: unknown }>("root");
  const { revalidate } = useRevalidator();
  const isStale = isDeletedAddress && Boolean(root?.viewer);
  useEffect(() => {
    if (isStale) revalidate();
  }, [isStale, revalidate]);
}
