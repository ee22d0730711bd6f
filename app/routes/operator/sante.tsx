import { formatPeriod } from "#core/durations.ts";
import { HEALTH_STATES, HEALTH_WORDS } from "#core/monitoring/labels.ts";
import { noteDrill } from "#core/monitoring/note-done.server.ts";
import type { Health } from "#core/monitoring/rules.ts";
import type { HealthLine } from "#core/monitoring/schema.ts";
import { showHealth } from "#core/monitoring/show-health.server.ts";
import { site } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { decide } from "../../parts/operator/decision.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { momentOf, officeOf } from "../../parts/operator/office.server.ts";
import { Office } from "../../parts/operator/office.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Route } from "./+types/sante";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger l'état du site." },
  actionFailure: { title: "Erreur", text: "L'exercice n'a pas été noté. Réessayez." },
};

export const meta: Route.MetaFunction = () => [{ title: `La santé — Opérateur ${site.name}` }];

/** How the installation is, and what to do where it is not well (docs/operations.md). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const lines = await showHealth(ctx).catch(asPage);
  return {
    office: officeOf(ctx.operator),
    mayNote: ctx.operator.roles.includes("administration"),
    at: momentOf(ctx.now()),
    lines: lines.map((line) => ({
      ...HEALTH_WORDS[line.id],
      ...{ id: line.id, state: line.state, said: saidOf(line) },
    })),
  };
}

/** « 3 », « depuis 12 minutes », « le 20 novembre 2026 à 10:00 ». */
function saidOf({ id, value, at, state }: HealthLine): string {
  if (id.endsWith("_seconds")) return ageOf(value ?? 0);
  if (at) return `Le ${momentOf(at)}${value ? `, écarts : ${value}` : ""}`;
  if (state === "watch") return "Jamais depuis l'installation";
  return String(value ?? "");
}

/** How long the oldest has waited, from seconds. */
function ageOf(seconds: number): string {
  if (seconds === 0) return "Aucun";
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return "Le plus ancien depuis moins d'une minute";
  return `Le plus ancien depuis ${minutes < 60 ? `${minutes} min` : formatPeriod(seconds * 1_000)}`;
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const act = noteDrill(ctx, { reason: String(form.reason ?? "") });
  return decide(act, "Exercice noté", form, operatorAddresses.health);
}

const TONES: Record<Health, BadgeTone> = { good: "success", watch: "sand", act: "danger" };

export default function InstallationHealth({ loaderData, actionData }: Route.ComponentProps) {
  const { office, lines, at, mayNote } = loaderData;
  const ill = lines.filter(({ state }) => state === "act").length;
  return (
    <Office office={office} place="Santé">
      <h1>La santé</h1>
      <p className="mt-2 text-ink-soft figures">
        {ill === 0 ? "Rien à traiter." : `À traiter : ${ill}.`} État du {at}.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <ul className="divide-y divide-sand-300 border-y border-sand-300">
          {lines.map(({ id, name, toDo, state, said }) => (
            <li key={id} className="py-4">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
                <h2 className="font-text text-16 font-strong">{name}</h2>
                <Badge tone={TONES[state]}>{HEALTH_STATES[state]}</Badge>
              </div>
              <p className="mt-1 text-14 figures text-ink-soft">{said}</p>
              {state !== "good" && <p className="mt-2 max-w-text">{toDo}</p>}
            </li>
          ))}
        </ul>
        {mayNote && (
          <Panel aria-labelledby="exercice">
            <h2 id="exercice" className="mb-5 text-22">
              Noter un exercice de restauration
            </h2>
            <DecisionForm
              key={at}
              choices={[]}
              reasonLabel="Ce qui a été restauré, et ce que cli check a dit"
              reasonHint="La sauvegarde, la durée, les écarts. Inscrit au journal."
              button="Noter l'exercice"
              variant="sage"
              answer={actionData}
            />
          </Panel>
        )}
      </div>
    </Office>
  );
}
