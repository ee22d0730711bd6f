import { Search } from "@lucide/icons";
import { Suspense, useEffect, useRef, useState } from "react";
import { Await, Form, useFetcher, useSearchParams } from "react-router";
import { nextSlotLabel } from "#core/catalogue/labels.ts";
import { priceLabel } from "#core/money.ts";
import {
  type DirectoryView,
  showDirectory,
} from "#core/professionals/directory/show-directory.server.ts";
import { DIRECTORY_FIRST, matchesProfessional } from "#core/professionals/rules.ts";
import type { DirectoryEntry } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readList } from "../../failures/read-part.server.ts";
import { loadPending } from "../../parts/bookings/pending-list.tsx";
import { ProfessionalCard } from "../../parts/catalogue/professional-card.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Route } from "./+types/praticiens";

export const page = { shared: { q: /^.{1,200}$/s, tous: /^1$/ } };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les professionnels" },
};

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Praticiens",
    "Tous les praticiens de Parenthèse : yoga, massage, méditation, sophrologie, près de chez vous ou en ligne. Notes, spécialités et prochaines sessions.",
  );

type List = { directory: DirectoryView; now: Date } | null;

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ list: List | Promise<List> }> {
  const ctx = context.get(requestContext);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const directory = await readList(context, "practitioners", () => showDirectory(ctx, query));
  return { list: directory && { directory, now: ctx.now() } };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadPending(serverLoader);
}

export default function Practitioners({ loaderData }: Route.ComponentProps) {
  const asked = useSearchParams()[0].get("q") ?? "";
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <h1>Praticiens</h1>
      <Suspense fallback={<Loading />}>
        <Await resolve={loaderData.list} errorElement={<LoadingFailed />}>
          {(list) => (list ? <Directory key={asked} asked={asked} {...list} /> : <LoadingFailed />)}
        </Await>
      </Suspense>
    </div>
  );
}

/** Searched in the browser once it has all, before that by the server (rule: directory-search). */
function Directory({ asked, directory, now }: NonNullable<List> & { asked: string }) {
  const [q, setQ] = useState(asked);
  const [drawn, setDrawn] = useState(directory.professionals.length);
  const { whole, hasFailed, loadWhole } = useWhole(directory);
  const isHere = whole !== null || (hasFailed && q !== asked);
  const found = (whole ?? directory.professionals).filter(
    (professional) => !isHere || matchesProfessional(professional, q),
  );
  const count = isHere ? found.length : directory.count;
  const shown = found.slice(0, drawn);
  const isSearching = !isHere && directory.fits && q !== asked;
  const drawMore = () => {
    loadWhole();
    setDrawn((before) => Math.min(before, found.length) + DIRECTORY_FIRST);
  };
  return (
    <>
      <search>
        <Form className="mt-5 flex max-w-text items-end gap-3">
          <TextField
            name="q"
            label="Nom, ville ou spécialité"
            className="min-w-0 flex-1"
            type="search"
            value={q}
            autoComplete="off"
            onFocus={loadWhole}
            onChange={(event) => {
              loadWhole();
              setQ(event.currentTarget.value);
              setDrawn(DIRECTORY_FIRST);
            }}
          />
          <Button type="submit" variant="sage" aria-label="Rechercher un praticien">
            <Icon of={Search} className="size-5" />
          </Button>
        </Form>
      </search>
      <p role="status" className="mt-5 mb-6 text-ink-soft figures">
        {isSearching ? "Chargement des praticiens..." : `${count} praticien(s) trouvé(s)`}
        {isHere &&
          !whole &&
          ` parmi les ${directory.professionals.length} premiers. Les autres n'ont pas pu être chargés.`}
      </p>
      {count === 0 ? (
        <EmptyState
          title="Aucun praticien trouvé"
          link={{ to: addresses.sessions, label: "Voir toutes les sessions" }}
        />
      ) : (
        <ul className="grid gap-6 lg:grid-cols-2">
          {shown.map((professional) => (
            <li key={professional.id} className="grid">
              <ProfessionalCard professional={professional} heading="h2">
                <NextPlace professional={professional} now={now} />
              </ProfessionalCard>
            </li>
          ))}
        </ul>
      )}
      {shown.length < count && <More q={q} count={count} drawn={shown.length} onNear={drawMore} />}
    </>
  );
}

/** Null before they are fetched, and when there are too many; a failed call is made again. */
function useWhole(directory: DirectoryView) {
  const fetcher = useFetcher<typeof loader>();
  const [loaded, setLoaded] = useState<DirectoryEntry[] | null>(
    directory.isWhole ? directory.professionals : null,
  );
  const [hasFailed, setFailed] = useState(false);
  const { data, state, load } = fetcher;
  useEffect(() => {
    // A slow answer comes as a promise.
    Promise.resolve(data?.list).then(
      (list) => list?.directory.isWhole && setLoaded(list.directory.professionals),
      () => {},
    );
  }, [data]);
  const loadWhole = () => {
    if (!directory.fits || loaded || state !== "idle") return;
    load(`${addresses.professionals}?tous=1`).then(() => setFailed(true));
  };
  const retry = useRef(loadWhole);
  retry.current = loadWhole;
  useEffect(() => {
    const again = () => retry.current();
    if (hasFailed) addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [hasFailed]);
  return { whole: loaded, hasFailed: hasFailed && state === "idle", loadWhole };
}

interface MoreProps {
  q: string;
  count: number;
  drawn: number;
  onNear: () => void;
}

function More({ q, count, drawn, onNear }: MoreProps) {
  const mark = useRef<HTMLParagraphElement>(null);
  const act = useRef(onNear);
  act.current = onNear;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been drawn may have left it near.
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && act.current(), {
      rootMargin: "600px",
    });
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, [drawn]);
  const words = q ? `&${new URLSearchParams({ q })}` : "";
  return (
    <p ref={mark} className="mt-8 text-center">
      <ButtonLink to={`${addresses.professionals}?tous=1${words}`} reloadDocument>
        Voir les {count} praticiens
      </ButtonLink>
    </p>
  );
}

function NextPlace({ professional, now }: { professional: DirectoryEntry; now: Date }) {
  const { nextSlotAt, fromCents } = professional;
  if (!nextSlotAt || fromCents === null) return null;
  const { label, date } = nextSlotLabel(nextSlotAt, now);
  return (
    <p className="mt-3 text-14 figures">
      <span className="font-strong">{label}</span>
      <span className="text-ink-soft">
        {" · "}
        {date}
        {" · "}
        {fromCents === 0 ? "" : "dès "}
      </span>
      <span className="font-strong">{priceLabel(fromCents)}</span>
    </p>
  );
}

function Loading() {
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-2">
      <p role="status" className="text-ink-soft lg:col-span-2">
        Chargement des praticiens...
      </p>
      {["a", "b", "c", "d"].map((name) => (
        <Skeleton key={name} className="h-52" />
      ))}
    </div>
  );
}

function LoadingFailed() {
  return <PartFailed text={handle.failure.text} className="mt-6" />;
}
