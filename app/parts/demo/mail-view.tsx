import { ArrowLeft, Paperclip } from "@lucide/icons";
import { Link } from "react-router";
import { formatLongDate, formatTime } from "#core/dates.ts";
import type { DemoMail } from "#core/notifications/schema.ts";
import * as addresses from "#site/addresses.ts";
import { MailFrame } from "../../ui/mail-frame.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export function MailView({ mail, plain: asked }: { mail: DemoMail; plain: boolean }) {
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
