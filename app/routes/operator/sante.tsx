import { formatMoment } from "#core/dates.ts";
import { formatPeriod } from "#core/durations.ts";
import { HEALTH_STATES, HEALTH_WORDS } from "#core/monitoring/labels.ts";
import { noteDrill } from "#core/monitoring/measure-state.server.ts";
import type { Health, HealthLine } from "#core/monitoring/rules.ts";
import { showHealth } from "#core/monitoring/show-health.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { decide } from "../../parts/operator/case.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { Office, officeMeta, Section } from "../../parts/operator/office.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/sante";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger l'état du site." },
  actionFailure: { title: "Erreur", text: "L'exercice n'a pas été noté. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("La santé");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const lines = await showHealth(ctx).catch(asPage);
  return {
    mayManage: ctx.operator.roles.includes("administration"),
    at: formatMoment(ctx.now()),
    // First stands whatever asks for something.
    lines: lines
      .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
      .map((line) => ({
        ...HEALTH_WORDS[line.id],
        ...{ id: line.id, state: line.state, said: saidOf(line), to: WAYS[line.id] ?? null },
      })),
  };
}

const WAYS: Partial<Record<HealthLine["id"], string>> = {
  mails_given_up: operatorAddresses.queueOf("messages"),
  payments_in_review: operatorAddresses.queueOf("argent"),
  payments_disputed: operatorAddresses.queueOf("argent"),
};

function saidOf({ id, value, at, state }: HealthLine): string {
  if (id === "provider")
    return state === "good" ? "À l'instant" : "Pas de réponse en deux secondes";
  if (id.endsWith("_seconds")) return ageOf(value ?? 0);
  if (at) return `Le ${formatMoment(at)}${value ? `, écarts : ${value}` : ""}`;
  if (state === "watch") return "Jamais depuis l'installation";
  return String(value ?? "");
}

/** From seconds. */
function ageOf(seconds: number): string {
  if (seconds === 0) return "Aucun";
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return "Le plus ancien depuis moins d'une minute";
  return `Le plus ancien depuis ${minutes < 60 ? `${minutes} min` : formatPeriod(seconds * 1_000)}`;
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { reason: String(form.reason ?? "") };
  return decide(noteDrill(ctx, input), "Exercice noté", form, operatorAddresses.health);
}

const ORDER: Record<Health, number> = { act: 0, watch: 1, good: 2 };
const TONES: Record<Health, BadgeTone> = { good: "success", watch: "sand", act: "danger" };

export default function InstallationHealth({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, at, mayManage } = loaderData;
  const counts = (["act", "watch"] as const).flatMap((state) => {
    const count = lines.filter((line) => line.state === state).length;
    return count > 0 ? [`${HEALTH_STATES[state]} : ${count}`] : [];
  });
  return (
    <Office place="Santé">
      <h1>La santé</h1>
      <p className="mt-2 text-ink-soft figures">
        {counts.length === 0 ? "Rien à traiter" : counts.join(", ")}. État du {at}.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <ul className="divide-y divide-sand-300 border-y border-sand-300">
          {lines.map(({ id, name, toDo, state, said, to }) => (
            <li key={id} className="py-4">
              <div className="flex items-start justify-between gap-x-4">
                <h2 className="font-text text-16 font-strong">{name}</h2>
                <Badge tone={TONES[state]} className="shrink-0">
                  {HEALTH_STATES[state]}
                </Badge>
              </div>
              <p className="mt-1 text-14 figures text-ink-soft">{said}</p>
              {state !== "good" && <p className="mt-2 max-w-text">{toDo}</p>}
              {state !== "good" && to && <ArrowLink to={to}>Ouvrir la file</ArrowLink>}
            </li>
          ))}
        </ul>
        <div className="grid gap-8">
          <Section id="prevenir" title="Prévenir les visiteurs">
            <p className="mt-2 text-ink-soft">
              Une panne, une coupure prévue : une ligne au-dessus de toutes les pages.
            </p>
            <ArrowLink to={operatorAddresses.announcements}>Les annonces</ArrowLink>
          </Section>
          <Section id="prevenir-praticiens" title="Prévenir les praticiens">
            <p className="mt-2 text-ink-soft">
              Nos conditions changent : chacun le lit quinze jours avant, et peut refuser.
            </p>
            <ArrowLink to={operatorAddresses.termsChanges}>Les conditions</ArrowLink>
          </Section>
          {mayManage && (
            <Section id="acces" title="Qui peut entrer ici">
              <p className="mt-2 text-ink-soft">
                Donner un accès, changer des rôles, fermer un accès.
              </p>
              <ArrowLink to={operatorAddresses.operators}>Les opérateurs</ArrowLink>
            </Section>
          )}
          {mayManage && (
            <Panel aria-labelledby="exercice">
              <h2 id="exercice" className="mb-5 text-22">
                Noter un exercice de restauration
              </h2>
              <DecisionForm
                key={at}
                reasonLabel="Ce qui a été restauré, et ce que cli check a dit"
                reasonHint="La sauvegarde, la durée, les écarts. Inscrit au journal."
                button="Noter l'exercice"
                isAside
                answer={actionData}
              />
            </Panel>
          )}
        </div>
      </div>
    </Office>
  );
}
