import type { ReactElement, ReactNode } from "react";
import { textLinkClass } from "../../ui/text-link.tsx";
import { PageHead } from "./page-head.tsx";

interface Section {
  id: string;
  title: string;
  children: ReactNode;
}

/** Its children are {@link LegalSection}s, which it numbers and lists. */
export function LegalPage({
  title,
  intro,
  picture,
  children,
}: {
  title: string;
  intro: ReactNode;
  picture: string;
  children: ReactElement<Section>[];
}) {
  return (
    <>
      <PageHead title={title} picture={picture} intro={intro} />
      <div className="page grid gap-12 pt-10 md:pt-14 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-20">
        <nav aria-label="Sommaire" className="hidden lg:block">
          <ol className="sticky top-6 border-l border-sand-300 text-14">
            {children.map(({ props: { id, title } }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px flex min-h-9 items-center border-l-2 border-transparent py-1.5 pl-4 text-ink-soft no-underline hover:border-sage-600 hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-text min-w-0">
          {children.map((section, index) => {
            const { id, title } = section.props;
            return (
              <section
                key={id}
                id={id}
                aria-labelledby={`${id}-titre`}
                className="border-t border-sand-300 pt-8 pb-10 first:border-0 first:pt-0"
              >
                <h2 id={`${id}-titre`} className="flex gap-3 text-22 md:text-28">
                  <span className="text-sage-600 figures">{index + 1}.</span>
                  {title}
                </h2>
                {section}
              </section>
            );
          })}
        </div>
      </div>
    </>
  );
}

export function LegalSection({ children }: Section) {
  return (
    <div className="mt-4 grid gap-3 [&_h3]:mt-3 [&_h3]:font-text [&_h3]:text-18 [&_h3]:font-strong [&_h3]:tracking-normal [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-sage-600">
      {children}
    </div>
  );
}

export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={`${textLinkClass} wrap-anywhere`}>
      {children}
    </a>
  );
}

export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="divide-y divide-sand-300">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[13rem_minmax(0,1fr)]">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
