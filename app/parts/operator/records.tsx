import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Notice } from "../../ui/notice.tsx";
import { CaseFrame } from "./case-screen.tsx";
import type { bookingLine, happeningLines } from "./records.server.ts";

export function RecordList({ lines }: { lines: ReturnType<typeof bookingLine>[] }) {
  return (
    <ul className="mt-2 border-t border-sand-300">
      {lines.map(({ id, title, context, state, address }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-sand-300 py-3"
        >
          <div className="min-w-0">
            {address ? (
              <Link
                to={address}
                className="inline-flex min-h-11 items-center font-strong wrap-anywhere no-underline hover:underline"
              >
                {title}
              </Link>
            ) : (
              <p className="flex min-h-11 items-center font-strong wrap-anywhere">{title}</p>
            )}
            {context && <p className="text-14 text-ink-soft wrap-anywhere figures">{context}</p>}
          </div>
          <Badge tone="sand">{state}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** Works without a script. */
const SHOWN = [
  { id: "all", name: "Tout" },
  { id: "provider", name: "Prestataire" },
  { id: "mail", name: "E-mails" },
];
const HIDDEN = {
  ours: "group-has-[.provider:checked]/told:hidden group-has-[.mail:checked]/told:hidden",
  operator: "group-has-[.provider:checked]/told:hidden group-has-[.mail:checked]/told:hidden",
  provider: "group-has-[.mail:checked]/told:hidden",
  mail: "group-has-[.provider:checked]/told:hidden",
};

export function Timeline({ happenings }: { happenings: ReturnType<typeof happeningLines> }) {
  return (
    <section aria-labelledby="deroule" className="group/told min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h2 id="deroule" className="text-22">
          Le déroulé
        </h2>
        {happenings.length > 0 && (
          <fieldset className="flex rounded-control ring ring-sand-500">
            <legend className="sr-only">Montrer</legend>
            {SHOWN.map(({ id, name }) => (
              <label
                key={id}
                className="inline-flex min-h-11 cursor-pointer items-center rounded-control px-4 text-14 has-checked:bg-sage-800 has-checked:text-paper has-focus-visible:ring-2"
              >
                <input
                  type="radio"
                  name="deroule"
                  defaultChecked={id === "all"}
                  className={`sr-only ${id}`}
                />
                {name}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      {happenings.length === 0 && <p className="mt-4 text-ink-soft">Rien encore.</p>}
      <ol className="mt-4 border-l-2 border-sand-300">
        {happenings.map(({ id, when, what, more, source }) => (
          <li key={id} className={`relative pb-5 pl-5 ${HIDDEN[source]}`}>
            <span
              aria-hidden
              className={`absolute top-2 -left-[7px] size-3 rounded-full ring-2 ring-paper ${source === "ours" || source === "operator" ? "bg-sage-600" : "bg-sand-500"}`}
            />
            <p className="text-14 text-ink-soft figures">{when}</p>
            <p className="font-label wrap-anywhere">{what}</p>
            {more && <p className="text-14 text-ink-soft wrap-anywhere">{more}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function RecordScreen({
  sort,
  decision,
  happenings,
  ...record
}: Pick<ComponentProps<typeof CaseFrame>, "title" | "context" | "mails" | "children"> & {
  sort: string;
  decision: ReactNode;
  happenings: ReturnType<typeof happeningLines>;
}) {
  return (
    <CaseFrame
      {...record}
      place={null}
      steps={[{ label: "Recherche", to: operatorAddresses.records }, { label: sort }]}
      decision={
        decision ?? <Notice tone="info">Rien n'est à faire ici, ou pas avec vos rôles.</Notice>
      }
      panelClass="lg:col-start-2 lg:row-span-2 lg:row-start-1"
      below={<Timeline happenings={happenings} />}
    />
  );
}
