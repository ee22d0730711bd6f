import { formatLongDate, formatMoment } from "#core/dates.ts";
import { announceTerms, countReaders, listTerms } from "#core/terms/announce-terms.server.ts";
import { MAX_SUMMARY } from "#core/terms/rules.ts";
import type { TermsLine } from "#core/terms/schema.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../../context.server.ts";
import { asPage } from "../../../failures/errors.server.ts";
import { readForm } from "../../../forms/read-form.ts";
import { decideConfirmed } from "../../../parts/operator/case.server.ts";
import { DecisionForm } from "../../../parts/operator/decision-form.tsx";
import { TextAreaField, TextField } from "../../../parts/operator/fields/answer-form.tsx";
import { Office, officeMeta, Section } from "../../../parts/operator/office.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import type { Route } from "./+types/changements-de-conditions";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les conditions." },
  actionFailure: { title: "Erreur", text: "Rien n'a été annoncé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Les conditions");

function toldWords({ told: { sent, queued, dropped } }: TermsLine): string {
  const parts = [
    `envoyés : ${sent}`,
    ...(queued > 0 ? [`en attente : ${queued}`] : []),
    ...(dropped > 0 ? [`non remis : ${dropped}`] : []),
  ];
  return `E-mails aux praticiens, ${parts.join(", ")}`;
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const now = ctx.now();
  const found = await listTerms(ctx).catch(asPage);
  return {
    mayAnnounce: ctx.operator.roles.includes("administration"),
    lines: found.map((line) => ({
      ...{ id: line.id, summary: line.summary, isComing: line.effectiveAt > now },
      day: formatLongDate(line.effectiveAt),
      told: `Annoncé le ${formatMoment(line.createdAt)}. ${toldWords(line)}.`,
      refusals: line.refusals.map(({ userId, name, at }) => {
        return { name, at: formatMoment(at), to: operatorAddresses.account(userId) };
      }),
    })),
    longest: MAX_SUMMARY,
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { summary = "", from = "", reason = "" } = form;
  const input = { summary: String(summary), from: String(from), reason: String(reason) };
  return decideConfirmed(ctx, (one) => announceTerms(one, input), form, {
    ...{ done: "Changement annoncé", to: operatorAddresses.termsChanges },
    async says() {
      const readers = await countReaders(ctx);
      return [
        `Un e-mail part à chaque praticien d'un compte ouvert : ${readers} en tout.`,
        "Leur contrat change ce jour-là, ou prend fin s'ils refusent.",
      ];
    },
  });
}

export default function TermsChanges({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, mayAnnounce, longest } = loaderData;
  return (
    <Office place="Santé">
      <Breadcrumb
        steps={[{ label: "Santé", to: operatorAddresses.health }, { label: "Conditions" }]}
      />
      <h1>Les conditions</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Chaque praticien est prévenu par e-mail, quinze jours avant au moins, et peut refuser : son
        contrat prend alors fin ce jour-là, sans frais.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <Section id="changements" title="Changements annoncés" className="min-w-0">
          {lines.length === 0 && <p className="mt-4 text-ink-soft">Aucun changement.</p>}
          <ul className="mt-4 divide-y divide-sand-300 border-y border-sand-300 empty:hidden">
            {lines.map(({ id, summary, isComing, day, told, refusals }) => (
              <li key={id} className="py-4">
                <p className="flex flex-wrap items-center gap-2">
                  <b className="font-bold">À partir du {day}</b>
                  {isComing && <Badge tone="sand">À venir</Badge>}
                </p>
                <p className="mt-2 whitespace-pre-line wrap-anywhere">{summary}</p>
                <p className="mt-1 text-14 figures text-ink-soft">{told}</p>
                <p className="mt-3">
                  {refusals.length === 0 ? "Personne ne refuse." : `Refus : ${refusals.length}`}
                </p>
                <ul className="mt-1 empty:hidden">
                  {refusals.map(({ name, at, to }) => (
                    <li key={to} className="flex min-h-11 flex-wrap items-center gap-x-3">
                      <TextLink to={to}>{name}</TextLink>
                      <span className="text-14 figures text-ink-soft">{at}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </Section>
        <Panel aria-labelledby="nouveau">
          <h2 id="nouveau" className="mb-5 text-22">
            Annoncer un changement
          </h2>
          {mayAnnounce ? (
            <DecisionForm
              key={lines.length}
              reasonLabel="Pourquoi"
              reasonHint="Pour le journal. Les praticiens ne le lisent pas."
              button="Prévenir tous les praticiens"
              act="Annoncer un changement"
              answer={actionData}
            >
              <TextAreaField
                name="summary"
                label="Ce qui change"
                hint={`${longest} caractères au plus, que les praticiens lisent mot pour mot. Ne peut pas être repris.`}
                rows={6}
                maxLength={longest}
              />
              <TextField
                name="from"
                label="À partir du"
                hint="Quinze jours après l'annonce, au moins."
                type="date"
              />
            </DecisionForm>
          ) : (
            <Notice tone="info">Annoncer un changement demande le rôle administration.</Notice>
          )}
        </Panel>
      </div>
    </Office>
  );
}
