import { Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { Await, Form, useSearchParams } from "react-router";
import { matchesProfessional } from "#core/professionals/rules.ts";
import { type DirectoryView, showDirectory } from "#core/professionals/show-directory.server.ts";
import { requestContext } from "../context.server.ts";
import { loadPending } from "../parts/bookings/pending-list.tsx";
import { ProfessionalCard } from "../parts/catalogue/professional-card.tsx";
import { site } from "../site.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { showToast } from "../ui/toast.ts";
import type { Route } from "./+types/praticiens";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les professionnels" },
};

export const meta: Route.MetaFunction = () => [
  { title: `Praticiens — ${site.name}` },
  {
    name: "description",
    content:
      "Tous les praticiens de Parenthèse : yoga, massage, méditation, sophrologie, près de chez vous ou en ligne. Notes, spécialités et prochaines sessions.",
  },
];

export async function loader({ request, context }: Route.LoaderArgs): Promise<{
  list: DirectoryView | Promise<DirectoryView>;
}> {
  const q = new URL(request.url).searchParams.get("q") ?? "";
  return { list: await showDirectory(context.get(requestContext), { q }) };
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
          {(directory) => <Directory key={asked} asked={asked} {...directory} />}
        </Await>
      </Suspense>
    </div>
  );
}

/** S1§4: searched in the browser while all of it fits there, on the server beyond (R3). */
function Directory({ professionals, isWhole, asked }: DirectoryView & { asked: string }) {
  const [q, setQ] = useState(asked);
  const shown = isWhole
    ? professionals.filter((professional) => matchesProfessional(professional, q))
    : professionals;
  return (
    <>
      <search>
        <Form className="mt-5 flex max-w-text items-end gap-3">
          <Field label="Nom, ville ou spécialité" className="min-w-0 flex-1">
            {(control) => (
              <TextInput
                {...control}
                type="search"
                name="q"
                value={q}
                autoComplete="off"
                onChange={(event) => setQ(event.currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="sage" aria-label="Rechercher un praticien">
            <Search aria-hidden className="size-5" />
          </Button>
        </Form>
      </search>
      <p role="status" className="mt-5 mb-6 text-ink-soft figures">
        {shown.length} praticien(s) trouvé(s)
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title="Aucun praticien trouvé"
          action={
            <ButtonLink to="/sessions" variant="sage">
              Voir toutes les sessions
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid gap-6 lg:grid-cols-2">
          {shown.map((professional) => (
            <li key={professional.id} className="grid">
              <ProfessionalCard professional={professional} heading="h2" />
            </li>
          ))}
        </ul>
      )}
    </>
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
  useEffect(() => showToast({ ...handle.failure, tone: "danger" }), []);
  return (
    <Notice tone="danger" className="mt-6">
      {handle.failure.text}
    </Notice>
  );
}
