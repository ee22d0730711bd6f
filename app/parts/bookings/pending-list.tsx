import { type ReactNode, Suspense, useEffect } from "react";
import { Await, useSearchParams } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";

/** Which of the two tabs an address asks for (S2§2). */
export function isPastTab(search: URLSearchParams): boolean {
  return search.get("type") === "passees";
}

/** A list that the browser may still wait for: it says that it loads, or that it could not be (S2§8). */
export function PendingList<List>({
  list,
  failure,
  children,
}: {
  list: List;
  /** The sentence of a failed load. */
  failure: string;
  children: (list: Awaited<List>) => ReactNode;
}) {
  const [search] = useSearchParams();
  // Another tab or page says that it is loading, too; the same one only changes.
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
  useEffect(() => showToast({ title: "Erreur", text, tone: "danger" }), [text]);
  return <Notice tone="danger">{text}</Notice>;
}
