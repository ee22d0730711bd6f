import { Inbox } from "@lucide/icons";
import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { formatShortDate, formatTime } from "#core/dates.ts";
import { listDemoMails } from "#core/notifications/list-demo-mails.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { MailView } from "../../parts/demo/mail-view.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
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
