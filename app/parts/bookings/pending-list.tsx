import { type ReactNode, Suspense, useEffect } from "react";
import { Await, useRevalidator, useRouteLoaderData, useSearchParams } from "react-router";
import { isLeaving } from "../../browser/keep-page.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

export function isPastTab(search: URLSearchParams): boolean {
  return search.get("type") === "passees";
}

/** Milliseconds for which the progress line is enough. */
const AT_ONCE = 500;

/** Waits for a reload, and for a load that fails at once (rule: keep-the-page). */
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

export function PendingList<List>({
  list,
  failure,
  children,
}: {
  list: List;
  failure: string;
  children: (list: Awaited<List>) => ReactNode;
}) {
  const [search] = useSearchParams();
  // Another tab or page says that it is loading; a reload only changes it.
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

/** Navigation to a list does not ask again who is signed in. */
export function useSignedOutHere(isDeletedAddress: boolean): void {
  const root = useRouteLoaderData<{ viewer: unknown }>("root");
  const { revalidate } = useRevalidator();
  const isStale = isDeletedAddress && Boolean(root?.viewer);
  useEffect(() => {
    if (isStale) revalidate();
  }, [isStale, revalidate]);
}
