import {
  announce,
  listAnnouncements,
  takeAnnouncementBack,
} from "#core/announcements/make-announcement.server.ts";
import { isInForce, KIND_WORDS, KINDS, MAX_TEXT } from "#core/announcements/rules.ts";
import { formatMoment, toParis } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../../context.server.ts";
import { asPage } from "../../../failures/errors.server.ts";
import { readForm } from "../../../forms/read-form.ts";
import { decide } from "../../../parts/operator/case.server.ts";
import { DecisionForm } from "../../../parts/operator/decision-form.tsx";
import {
  AnswerForm,
  type DecisionAnswer,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
} from "../../../parts/operator/fields/answer-form.tsx";
import { Office, officeMeta, Section } from "../../../parts/operator/office.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { Route } from "./+types/annonces";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les annonces." },
  actionFailure: { title: "Erreur", text: "L'annonce n'a pas changé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Les annonces");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const now = ctx.now();
  const found = await listAnnouncements(ctx).catch(asPage);
  return {
    mayAnnounce: ctx.operator.roles.includes("administration"),
    lines: found.map(({ id, kind, text, fromAt, untilAt }) => ({
      ...{ id, text, kind: KIND_WORDS[kind], isShown: isInForce({ fromAt, untilAt }, now) },
      hours: `Du ${formatMoment(fromAt)} au ${formatMoment(untilAt)}`,
    })),
    kinds: KINDS.map((kind): [string, string] => [kind, KIND_WORDS[kind]]),
    longest: MAX_TEXT,
    suggested: { from: toParis(now), until: toParis(new Date(now.getTime() + HOUR)) },
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const isWithdrawal = form.intent === "withdraw";
  const act = isWithdrawal ? takeAnnouncementBack : announce;
  const done = isWithdrawal ? "Annonce retirée" : "Annonce inscrite";
  return decide(act(ctx, form), done, form, operatorAddresses.announcements);
}

export default function Announcements({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, mayAnnounce } = loaderData;
  const withdrawn = actionData?.typed.intent === "withdraw" ? actionData : undefined;
  return (
    <Office place="Santé">
      <Breadcrumb
        steps={[{ label: "Santé", to: operatorAddresses.health }, { label: "Annonces" }]}
      />
      <h1>Les annonces</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Une ligne au-dessus de toutes les pages du site, de la première heure à la dernière, heure
        de Paris. Elle paraît et disparaît en moins d'une minute.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <Section id="prevues" title="En ligne et prévues" className="min-w-0">
          {lines.length === 0 && <p className="mt-4 text-ink-soft">Aucune annonce.</p>}
          <ul className="mt-4 divide-y divide-sand-300 border-y border-sand-300 empty:hidden">
            {lines.map(({ id, kind, text, hours, isShown }) => (
              <li
                key={id}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <p className="flex flex-wrap gap-2">
                    <Badge tone={kind === "Interruption" ? "danger" : "sand"}>{kind}</Badge>
                    {isShown && <Badge tone="success">En ligne</Badge>}
                  </p>
                  <p className="mt-2 wrap-anywhere">{text}</p>
                  <p className="mt-1 text-14 figures text-ink-soft">{hours}</p>
                </div>
                {mayAnnounce && (
                  <details open={withdrawn?.typed.announcementId === id} className="basis-full">
                    <summary className="inline-flex min-h-11 cursor-pointer items-center font-label">
                      Retirer<span className="sr-only"> : {text}</span>
                    </summary>
                    <DecisionForm
                      hidden={{ intent: "withdraw", announcementId: id }}
                      reasonLabel="Pourquoi"
                      reasonHint="Inscrit au journal. L'annonce disparaît en moins d'une minute."
                      button="Retirer l'annonce"
                      isAside
                      answer={withdrawn?.typed.announcementId === id ? withdrawn : undefined}
                    />
                  </details>
                )}
              </li>
            ))}
          </ul>
        </Section>
        <Panel aria-labelledby="nouvelle">
          <h2 id="nouvelle" className="mb-5 text-22">
            Nouvelle annonce
          </h2>
          {mayAnnounce ? (
            <AnnouncementForm
              key={lines.length}
              {...loaderData}
              answer={withdrawn ? undefined : actionData}
            />
          ) : (
            <Notice tone="info">Écrire une annonce demande le rôle administration.</Notice>
          )}
        </Panel>
      </div>
    </Office>
  );
}

function AnnouncementForm({
  kinds,
  longest,
  suggested,
  answer,
}: Route.ComponentProps["loaderData"] & { answer: DecisionAnswer | undefined }) {
  return (
    <AnswerForm answer={answer} legend="L'annonce">
      <SelectField name="kind" label="Genre" options={kinds} />
      <TextAreaField
        name="text"
        label="Texte"
        hint={`${longest} caractères au plus. Dites ce qui ne marche pas, et jusqu'à quand.`}
        rows={3}
        maxLength={longest}
      />
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
        <TextField
          name="from"
          label="Du"
          hint="Vide : dès maintenant."
          type="datetime-local"
          defaultValue={suggested.from}
        />
        <TextField name="until" label="Au" type="datetime-local" defaultValue={suggested.until} />
      </div>
      <TextField
        name="reason"
        label="Pourquoi"
        hint="Inscrit au journal. Les visiteurs ne le lisent pas."
        autoComplete="off"
      />
      <SubmitButton variant="sage" size="large" block>
        Annoncer
      </SubmitButton>
    </AnswerForm>
  );
}
