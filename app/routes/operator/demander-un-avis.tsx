import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { askOpinion, giveOpinion, showOpinions } from "#core/work-queue/ask-opinion.server.ts";
import { OPINION_KINDS } from "#core/work-queue/rules.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { actLines, deadlineOf, decide } from "../../parts/operator/case.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { type DecisionAnswer, SelectField } from "../../parts/operator/fields/answer-form.tsx";
import { ADDRESS } from "../../parts/operator/office.server.ts";
import { ActList, Office, officeMeta, Section } from "../../parts/operator/office.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Route } from "./+types/demander-un-avis";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce dossier." },
  actionFailure: { title: "Erreur", text: "Rien n'a été envoyé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Demander un avis");

const OPINIONS = ["opinion_asked", "opinion_given"];

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { work, colleagues } = await showOpinions(ctx, args.params).catch(asPage);
  const { kind, id, name: sort, title, context } = work;
  const acts = await listActsOn(ctx, { kind: kind as "review" | "letter" | "content", id });
  return {
    ...{ sort, title, context, colleagues, address: ADDRESS[kind](id) },
    opinion: deadlineOf(work, ctx.now()).opinion,
    acts: actLines(acts.filter(({ act }) => OPINIONS.includes(act))),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, ...args.params };
  const kind = OPINION_KINDS.find((one) => one === args.params.kind);
  const address = kind ? ADDRESS[kind](args.params.id) : operatorAddresses.queue;
  if (form.intent === "give") return decide(giveOpinion(ctx, input), "Avis donné", form, address);
  const ask = async () => `Avis demandé à ${await askOpinion(ctx, input)}`;
  return decide(ask(), null, form, address);
}

export default function AskOpinion({ loaderData, actionData }: Route.ComponentProps) {
  const { sort, title, context, colleagues, address, opinion, acts } = loaderData;
  return (
    <Office place="File">
      <Breadcrumb
        steps={[
          { label: "File", to: operatorAddresses.queue },
          { label: sort, to: address },
          { label: "Avis" },
        ]}
      />
      <h1 className="text-28">{opinion?.isMine ? "Donner votre avis" : "Demander un avis"}</h1>
      <p className="mt-2 max-w-text text-ink-soft wrap-anywhere">
        {sort} : <b className="font-strong text-ink">{title}</b>
        <br />
        {context}
      </p>
      <Panel aria-label="Avis" className="mt-6 max-w-text">
        {opinion?.says.map((says) => (
          <Notice key={says} tone="info" className="mb-6">
            {says}.
          </Notice>
        ))}
        {!opinion?.isMine && colleagues.length === 0 ? (
          <p>Personne d'autre ne peut décider de ce dossier.</p>
        ) : (
          <OpinionForm isAsking={!opinion?.isMine} answer={actionData} colleagues={colleagues} />
        )}
      </Panel>
      {acts.length > 0 && (
        <Section id="avis-donnes" title="Ce qui a été demandé et dit" className="mt-8 max-w-text">
          <ActList acts={acts} />
        </Section>
      )}
    </Office>
  );
}

function OpinionForm({
  isAsking,
  answer,
  colleagues,
}: {
  isAsking: boolean;
  answer: DecisionAnswer | undefined;
  colleagues: { id: string; name: string }[];
}) {
  return (
    <DecisionForm
      hidden={{ intent: isAsking ? "ask" : "give" }}
      reasonLabel={isAsking ? "Votre question" : "Votre avis"}
      reasonHint="Lu sur le dossier et au journal par les opérateurs seuls. Vous pouvez décider sans attendre la réponse."
      button={isAsking ? "Demander un avis" : "Donner mon avis"}
      act={isAsking ? "Votre question part aussitôt" : "Votre avis part aussitôt"}
      answer={answer}
    >
      {isAsking && (
        <SelectField
          name="to"
          label="À qui"
          options={colleagues.map(({ id, name }) => [id, name])}
        />
      )}
    </DecisionForm>
  );
}
