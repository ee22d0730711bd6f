import type { ReactNode } from "react";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import {
  type ActLine,
  ActList,
  Deadline,
  type DeadlineView,
  Office,
  type OfficeView,
} from "./office.tsx";

/** A thing of the queue on its screen: what is needed on the left, what to do on the right. */
export function CaseScreen({
  office,
  sort,
  title,
  context,
  deadline,
  acts,
  decision,
  children,
}: {
  office: OfficeView;
  sort: string;
  title: string;
  context: string;
  /** Null when it waits no more, and nothing is to be decided. */
  deadline: DeadlineView | null;
  acts: ActLine[];
  decision: ReactNode;
  children: ReactNode;
}) {
  return (
    <Office office={office} place="File">
      <Breadcrumb steps={[{ label: "File", to: operatorAddresses.queue }, { label: sort }]} />
      <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-5">
        <div className="min-w-0 max-w-text">
          <h1 className="text-28 wrap-anywhere">{title}</h1>
          <p className="mt-2 text-ink-soft wrap-anywhere">{context}</p>
        </div>
        {deadline && <Deadline deadline={deadline} />}
      </div>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-8">
          {children}
          <section aria-labelledby="gestes">
            <h2 id="gestes" className="text-22">
              Ce qui a été fait
            </h2>
            <ActList acts={acts} />
          </section>
        </div>
        <Panel aria-labelledby="decision" className="lg:sticky lg:top-6">
          <h2 id="decision" className="mb-5 text-22">
            Que faire
          </h2>
          {deadline ? decision : <Notice tone="info">Ce dossier n'attend plus de décision.</Notice>}
        </Panel>
      </div>
    </Office>
  );
}
