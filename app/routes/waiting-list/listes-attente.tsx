import { Form, useNavigation } from "react-router";
import { leaveWaitingList, passOffer } from "#core/waiting-list/join-waiting-list.server.ts";
import { listWaiting } from "#core/waiting-list/list-waiting.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { SlotLine } from "../../parts/waiting-list/slot-line.tsx";
import { type EntryWords, entryWords } from "../../parts/waiting-list/waiting-words.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/listes-attente";

export const meta: Route.MetaFunction = () => titleMeta("Mes listes d'attente");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos listes d'attente." },
  actionFailure: { title: "Erreur", text: "Votre place dans la file n'a pas pu être changée." },
};

/** The full slots that somebody waits for (rule: waiting-list). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const entries = await listWaiting(signedInContext({ request, context }));
  return { entries: entries.map(entryWords) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { intent, entryId: typed } = await readForm(request);
  const entryId = String(typed ?? "");
  try {
    if (intent === "pass") {
      await passOffer(ctx, { entryId });
      return redirectWithToast(addresses.waitingLists, {
        title: "C'est noté",
        text: "Nous la proposons à la personne suivante.",
      });
    }
    await leaveWaitingList(ctx, { entryId });
    return redirectWithToast(addresses.waitingLists, { title: "Vous n'attendez plus ce créneau" });
  } catch (error) {
    return asOwnFormError(error, request);
  }
}

export default function WaitingLists({ loaderData, actionData }: Route.ComponentProps) {
  const { entries } = loaderData;
  return (
    <div className="page">
      <h1 className="mt-6 text-36">Mes listes d'attente</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Dès qu'une place se libère, nous la gardons pour la première personne de la file.
      </p>
      <FormToast toast={actionData?.toast} />
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        {entries.length === 0 ? (
          <EmptyState
            title="Vous n'attendez aucun créneau"
            action={
              <ButtonLink to={addresses.sessions} variant="clay">
                Voir les sessions
              </ButtonLink>
            }
          >
            Sur la page d'une séance, un créneau complet vous propose sa liste d'attente.
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        <Panel id="votre-tour" title="Quand vient votre tour">
          <p className="mt-2 text-ink-soft">
            La place vous est gardée 30 minutes, 10 si la séance commence dans les 3 heures. Puis
            c'est à la personne suivante. La nuit, de 21 h à 8 h, et juste avant la séance, la place
            est à qui réserve en premier : tout le monde l'apprend en même temps.
          </p>
          <p className="mt-4">
            <TextLink to={addresses.notifications}>Choisir mes e-mails</TextLink>
          </p>
        </Panel>
      </div>
    </div>
  );
}

function Row({ entry }: { entry: EntryWords }) {
  const { id, title, rank, seats, waiting, offer, free, book } = entry;
  const busy = useNavigation().formData?.get("entryId") === id;
  return (
    <li className="rounded-card bg-surface p-4 ring ring-hairline">
      <SlotLine slot={entry}>
        {!offer && (
          <p className="mt-2 text-14 figures">
            <b className="font-strong text-sage-800">{rank}</b>
            <span className="text-ink-soft">
              {" "}
              · {seats} · {waiting}
            </span>
          </p>
        )}
      </SlotLine>
      {offer && (
        <Notice tone="success" className="mt-4">
          <b className="font-bold">{offer.text}</b>
          <span className="block figures">
            {seats}, {offer.price}
          </span>
        </Notice>
      )}
      {free && (
        <Notice tone="info" className="mt-4">
          {free}
        </Notice>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {(offer || free) && (
          <ButtonLink to={book} variant="clay" reloadDocument>
            Réserver<span className="sr-only"> : {title}</span>
          </ButtonLink>
        )}
        <Form method="post" className="contents">
          <input type="hidden" name="entryId" value={id} />
          {offer && (
            <Button type="submit" name="intent" value="pass" busy={busy}>
              Laisser passer<span className="sr-only"> : {title}</span>
            </Button>
          )}
          <Button type="submit" variant="quiet" name="intent" value="leave" busy={busy}>
            Quitter la liste<span className="sr-only"> : {title}</span>
          </Button>
        </Form>
      </div>
    </li>
  );
}
