import type { RehearsedMail } from "#core/notifications/schema.ts";
import { MailFrame } from "../../ui/mail-frame.tsx";
import { Section } from "./office.tsx";

/** Hidden once something in its form is changed (`data-outdated`). */
export function RehearsedMails({ mails }: { mails: RehearsedMail[] }) {
  if (mails.length === 0) return null;
  return (
    <Section id="partira" title="Ce qui partira" className="mt-10 peer-has-data-outdated:hidden">
      <p className="mt-2 text-14 text-ink-soft">
        Rien n'est encore envoyé : les liens de ces e-mails ne s'ouvriront qu'après la décision.
      </p>
      <div className="mt-4 grid gap-5 md:grid-cols-2">
        {mails.map(({ to, subject, html }) => (
          <article key={to + html} className="overflow-hidden rounded-card ring ring-hairline">
            <header className="bg-sand-100 px-5 py-4">
              <h3 className="font-text text-16 font-strong wrap-anywhere">{subject}</h3>
              <p className="text-14 text-ink-soft wrap-anywhere">À {to}</p>
            </header>
            <MailFrame subject={subject} html={html} />
          </article>
        ))}
      </div>
    </Section>
  );
}
