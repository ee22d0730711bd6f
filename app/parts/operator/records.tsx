import type { ReactNode } from "react";
import { Link } from "react-router";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Office, type OfficeView } from "./office.tsx";

/** An account, a booking or something else that was found. */
export interface RecordLine {
  id: string;
  title: string;
  context: string;
  state: string;
  /** Empty where no screen shows it. */
  address: string;
}

/** Something that happened, in words. */
export interface HappeningLine {
  /** Its place in the order. */
  id: number;
  when: string;
  what: string;
  more: string | null;
  /** Whether it happened here, and is no mail or event of the provider's. */
  isOurs: boolean;
}

/** Things that were found, each leading to its screen. */
export function RecordList({ lines }: { lines: RecordLine[] }) {
  return (
    <ul className="mt-2 border-t border-sand-300">
      {lines.map(({ id, title, context, state, address }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 border-b border-sand-300 py-3"
        >
          <div className="min-w-0 grow basis-64">
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

/** All that happened to a thing, the newest first. */
function Timeline({ happenings }: { happenings: HappeningLine[] }) {
  if (happenings.length === 0) return <p className="mt-4 text-ink-soft">Rien encore.</p>;
  return (
    <ol className="mt-4 border-l-2 border-sand-300">
      {happenings.map(({ id, when, what, more, isOurs }) => (
        <li key={id} className="relative pb-5 pl-5">
          <span
            aria-hidden
            className={`absolute top-2 -left-[7px] size-3 rounded-full ring-2 ring-paper ${isOurs ? "bg-sage-600" : "bg-sand-500"}`}
          />
          <p className="text-14 text-ink-soft figures">{when}</p>
          <p className="font-label wrap-anywhere">{what}</p>
          {more && <p className="text-14 text-ink-soft wrap-anywhere">{more}</p>}
        </li>
      ))}
    </ol>
  );
}

/** An account or a booking on its screen: what is known on the left, what to do on the right. */
export function RecordScreen({
  office,
  sort,
  title,
  context,
  decision,
  happenings,
  children,
}: {
  office: OfficeView;
  sort: string;
  title: string;
  context: string;
  /** Null when there is nothing that this operator may do. */
  decision: ReactNode;
  happenings: HappeningLine[];
  children: ReactNode;
}) {
  return (
    <Office office={office} place={null}>
      <Breadcrumb
        steps={[{ label: "Recherche", to: operatorAddresses.records }, { label: sort }]}
      />
      <div className="min-w-0 max-w-text">
        <h1 className="text-28 wrap-anywhere">{title}</h1>
        <p className="mt-2 text-ink-soft wrap-anywhere">{context}</p>
      </div>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-8">{children}</div>
        <Panel
          aria-labelledby="decision"
          className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <h2 id="decision" className="mb-5 text-22">
            Que faire
          </h2>
          {decision ?? <Notice tone="info">Rien ne peut être fait ici avec vos rôles.</Notice>}
        </Panel>
        <section aria-labelledby="deroule" className="min-w-0">
          <h2 id="deroule" className="text-22">
            Le déroulé
          </h2>
          <Timeline happenings={happenings} />
        </section>
      </div>
    </Office>
  );
}
