import { ArrowLeft } from "@lucide/icons";
import type { FormEvent } from "react";
import { Form, Link, useSubmit } from "react-router";
import { dayKey } from "#core/dates.ts";
import { parseInput } from "#core/parse.ts";
import { countChoices } from "#core/search/count-choices.server.ts";
import { allSessionsLabel, dayLabel } from "#core/search/labels.ts";
import { searchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { filtersHref, sessionsHref } from "../../parts/catalogue/search-address.ts";
import { searchParams } from "../../parts/catalogue/search-fields/use-search-submit.ts";
import { type FilterGroup, wordChoices } from "../../parts/filters/word-choices.server.ts";
import { drawNearForm } from "../../parts/near/near-form.server.tsx";
import { whenAround } from "../../parts/near/when-around.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { chipClass } from "../../ui/chip.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import type { Route } from "./+types/filtres";

export const meta: Route.MetaFunction = () => titleMeta("Filtres");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de compter les sessions" },
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const asked = parseInput(searchQuery, Object.fromEntries(new URL(request.url).searchParams));
  const { query, groups, total, ...where } = await countChoices(ctx, asked);
  const { page: _, date, from, to, ...kept } = query;
  const { q, words, location, category, near, place, sort } = query;
  return {
    groups: wordChoices(query, groups),
    near: drawNearForm(query, where, "place"),
    list: { to: sessionsHref({ ...query, page: 1 }), label: labelOf(total) },
    clear: filtersHref({ q, words, location, category, near, place, sort }),
    day: date && !dayLabel(date) ? date : "",
    ...{ from: from ?? "", to: to ?? "", today: dayKey(ctx.now()) },
    kept: [...new URL(sessionsHref({ ...kept, page: 1 }), ctx.config.appUrl).searchParams],
  };
}

const labelOf = (total: { count: number; hasMore: boolean }) =>
  total.count === 0
    ? "Aucune session : voir ce qui s'en approche"
    : total.count === 1
      ? "Voir la session"
      : allSessionsLabel(total);

const FORM = "heures";

export default function Filters({ loaderData }: Route.ComponentProps) {
  const submit = useSubmit();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const action = submitter?.getAttribute("formaction") ?? addresses.filters;
    const isHere = action === addresses.filters;
    const params = searchParams(event.currentTarget);
    submit(params, { action, replace: isHere, preventScrollReset: isHere });
  };
  const { groups, near, list, clear, day, from, to, today, kept } = loaderData;
  return (
    <>
      <div className="page max-w-text pt-4 pb-10">
        <Link to={list.to} className={`inline-flex min-h-11 items-center gap-2 ${textLinkClass}`}>
          <Icon of={ArrowLeft} className="size-4 shrink-0" />
          Retour à la liste
        </Link>
        <div className="mt-2 mb-6 flex flex-wrap items-center justify-between gap-x-6">
          <h1>Filtres</h1>
          <ButtonLink to={clear} replace preventScrollReset variant="quiet">
            Tout effacer
          </ButtonLink>
        </div>
        <div className="grid gap-8">
          <FilterGroups groups={groups.slice(0, 1)} />
          <Form
            id={FORM}
            key={`${day} ${from} ${to}`}
            action={addresses.filters}
            onSubmit={onSubmit}
            aria-label="Un autre jour, des heures"
            className="-mt-3 flex flex-wrap items-end gap-3"
          >
            {kept.map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <TimeField label="Un autre jour" name="date" type="date" min={today} value={day} />
            <TimeField label="À partir de" name="from" type="time" step={900} value={from} />
            <TimeField label="Avant" name="to" type="time" step={900} value={to} />
            <Button type="submit">Appliquer</Button>
          </Form>
          <section aria-labelledby="place-titre" className="-mb-3">
            <h2 id="place-titre" className="mb-3 text-18">
              Autour de quel endroit ?
            </h2>
            {/** biome-ignore lint/a11y: the one button in it is a button */}
            <div
              key={near}
              onClick={whenAround}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written it on the server
              dangerouslySetInnerHTML={{ __html: near }}
            />
          </section>
          <FilterGroups groups={groups.slice(1)} />
        </div>
      </div>
      <div className="sticky bottom-0 z-20 border-t border-sand-300 bg-paper py-3">
        <div className="page max-w-text">
          {/* Takes along a day or hours that were not applied. */}
          <Button
            type="submit"
            form={FORM}
            formAction={addresses.sessions}
            variant="clay"
            size="large"
            block
          >
            {list.label}
          </Button>
        </div>
      </div>
    </>
  );
}

interface TimeFieldProps {
  label: string;
  name: string;
  type: "date" | "time";
  value: string;
  min?: string;
  step?: number;
}

function TimeField({ label, value, ...input }: TimeFieldProps) {
  return (
    <label className="block">
      <span className="block text-14 font-strong">{label}</span>
      <input
        {...input}
        defaultValue={value}
        className="mt-1 block min-h-12 rounded-control border border-sand-500 bg-surface px-3.5 figures"
      />
    </label>
  );
}

function FilterGroups({ groups }: { groups: FilterGroup[] }) {
  return groups.map(({ name, title, chips }) => (
    <section key={name} id={name} aria-labelledby={`${name}-titre`} className="scroll-mt-4">
      <h2 id={`${name}-titre`} className="mb-3 text-18">
        {title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ label, count, to, isOn }) => (
          <li key={label}>
            <Link
              to={to}
              replace
              preventScrollReset
              aria-current={isOn ? "true" : undefined}
              className={`${chipClass(isOn)} ${count === "0" ? "text-ink-soft" : ""}`}
            >
              {label}
              {count !== null && (
                <span className="text-14 font-regular text-ink-soft figures">
                  {count}
                  <span className="sr-only"> {count === "1" ? "session" : "sessions"}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
