import { ArrowLeft, Inbox, Paperclip } from "@lucide/icons";
import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { formatLongDate, formatShortDate, formatTime } from "#core/dates.ts";
import { listDemoMails } from "#core/notifications/list-demo-mails.server.ts";
import type { DemoMail } from "#core/notifications/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MailFrame } from "../../ui/mail-frame.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import type { Route } from "./+types/demo-mails";

/** Milliseconds. */
const REFRESH = 3_000;

export const meta: Route.MetaFunction = () => titleMeta("Boîte de démonstration");

/** `mail` is an id, the newest without it; `vue=texte` shows plain text. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const ctx = context.get(requestContext);
  const mails = await listDemoMails(ctx).catch(asPage);
  const id = searchParams.get("mail");
  return {
    caught: ctx.config.mailsCaught,
    mails: mails.map(({ id, to, subject, sentAt, channel }) => {
      return { id, to, subject, sentAt, channel };
    }),
    // On a phone the list comes first; a mail opens once it is chosen.
    chosen: id !== null,
    open: mails.find((mail) => mail.id === id) ?? mails[0] ?? null,
    plain: searchParams.get("vue") === "texte",
  };
}

export default function DemoMails({ loaderData }: Route.ComponentProps) {
  const { caught, mails, chosen, open, plain } = loaderData;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) revalidate();
    }, REFRESH);
    return () => clearInterval(timer);
  }, [revalidate]);

  return (
    <div className="page pt-6">
      <h1 className="text-28 md:text-36">Boîte de démonstration</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        {caught
          ? "Tous les e-mails et SMS que le site envoie, à qui que ce soit. En démonstration, aucun ne quitte cette machine."
          : "Les e-mails partent par votre serveur de messagerie, chez leurs destinataires : ils n'arrivent pas ici."}
      </p>
      {open ? (
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-[384px_minmax(0,1fr)]">
          <ol
            aria-label="Messages envoyés, du plus récent au plus ancien"
            className={`overflow-y-auto rounded-card bg-surface ring ring-hairline lg:sticky lg:top-6 lg:block lg:max-h-[calc(100dvh-3rem)] ${chosen ? "hidden" : ""}`}
          >
            {mails.map((mail) => (
              <li key={mail.id} className="border-b border-hairline last:border-0">
                <Link
                  to={`${addresses.demoMails}?mail=${mail.id}${plain ? "&vue=texte" : ""}`}
                  preventScrollReset
                  aria-current={mail.id === open.id ? "true" : undefined}
                  className="block px-5 py-3.5 no-underline hover:bg-sand-100 lg:aria-[current]:bg-sage-100"
                >
                  <span className="flex items-baseline justify-between gap-4 text-14 text-ink-soft">
                    <span className="truncate">
                      {mail.channel === "sms" && "SMS · "}
                      {mail.to}
                    </span>
                    <time dateTime={mail.sentAt.toISOString()} className="shrink-0 figures">
                      {formatShortDate(mail.sentAt)}, {formatTime(mail.sentAt)}
                    </time>
                  </span>
                  <span className="mt-0.5 line-clamp-2 font-strong">{mail.subject}</span>
                </Link>
              </li>
            ))}
          </ol>
          <div className={chosen ? "" : "max-lg:hidden"}>
            <MailView mail={open} plain={plain} />
          </div>
        </div>
      ) : (
        <div className="mt-8">
          <EmptyState title="Aucun e-mail pour le moment">
            {caught && (
              <span className="inline-flex items-center gap-2">
                <Icon of={Inbox} className="size-5" />
                Inscrivez-vous ou réservez : il arrive ici en quelques secondes.
              </span>
            )}
          </EmptyState>
        </div>
      )}
    </div>
  );
}

function MailView({ mail, plain: asked }: { mail: DemoMail; plain: boolean }) {
  const hasForms = mail.channel === "mail";
  const plain = asked || !hasForms;
  const href = `${addresses.demoMails}?mail=${mail.id}`;
  return (
    <Panel as="article" aria-labelledby="sujet">
      <Link
        to={addresses.demoMails}
        className={`mb-2 inline-flex min-h-11 items-center gap-2 lg:hidden ${textLinkClass}`}
      >
        <Icon of={ArrowLeft} className="size-4" />
        Tous les messages
      </Link>
      <h2 id="sujet" className="text-22 wrap-anywhere">
        {hasForms ? mail.subject : "SMS"}
      </h2>
      <p className="mt-2 text-14 text-ink-soft figures">
        À <span className="wrap-anywhere">{mail.to}</span>, le {formatLongDate(mail.sentAt)} à{" "}
        {formatTime(mail.sentAt)}
      </p>
      {mail.attachments.length > 0 && (
        <ul aria-label="Pièces jointes" className="mt-2 flex flex-wrap gap-x-5">
          {mail.attachments.map((name, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a mail never change
            <li key={place}>
              <a
                href={addresses.demoAttachment(mail.id, place)}
                className={`inline-flex min-h-11 items-center gap-2 wrap-anywhere ${textLinkClass}`}
              >
                <Icon of={Paperclip} className="size-4 shrink-0" />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {hasForms && (
        <div className="mt-4">
          <Tabs
            label="Forme de l'e-mail"
            items={[
              { to: href, label: "Mise en page", current: !plain },
              { to: `${href}&vue=texte`, label: "Texte", current: plain },
            ]}
          />
        </div>
      )}
      {plain ? (
        <pre className="mt-6 font-text text-16 wrap-anywhere whitespace-pre-wrap">{mail.text}</pre>
      ) : (
        <div className="mt-6">
          <MailFrame key={mail.id} subject={mail.subject} html={mail.html} />
        </div>
      )}
    </Panel>
  );
}
