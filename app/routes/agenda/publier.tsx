import { CircleCheck, Copy, Share2, X } from "@lucide/icons";
import { data, Link, redirect } from "react-router";
import { safeReturnPath } from "#core/accounts/return-paths/rules.ts";
import { countSeekers } from "#core/alerts/count-seekers.server.ts";
import { seekersLabel } from "#core/alerts/labels.ts";
import { previewSlot, suggestSlot } from "#core/catalogue/publishing/preview-slot.server.ts";
import { publishSlot } from "#core/catalogue/publishing/publish-slot.server.ts";
import type { AskedOverlap, PublishedSlot } from "#core/catalogue/publishing/schema.ts";
import { showPublished } from "#core/catalogue/publishing/show-published.server.ts";
import { addDays, dayKey, formatEnd, formatLongDay, formatTime, fromParis } from "#core/dates.ts";
import { AppError } from "#core/errors.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended-login.server.ts";
import { asOwnFormError, asPage } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { byFallField, fallSteps } from "../../parts/authoring/fall-values.ts";
import { SIGNED_OUT } from "../../parts/authoring/refuse-form.server.ts";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { PublishForm } from "../../parts/publishing/publish-form.tsx";
import styles from "../../parts/publishing/publishing.css?url";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink, iconButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import { showToast } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/publier";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: Route.MetaFunction = ({ loaderData }) =>
  titleMeta(loaderData?.published ? "En ligne" : "Publier une place");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de préparer la publication." },
  actionFailure: { title: "Erreur", text: "La place n'a pas pu être mise en ligne." },
};

const SHOWN_FIRST = {
  title: "Vous avez choisi une autre séance",
  text: "Voici sa durée, ses places et son prix : vérifiez-les, puis mettez en ligne.",
} as const;

/** `seance` chooses an offering, `debut` an hour in Paris; `en-ligne` shows a published slot. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const { searchParams } = new URL(request.url);
  if (!ctx.actor.professionalId) return redirect(addresses.agenda);
  const now = ctx.now();
  const slotId = searchParams.get("en-ligne");
  if (slotId) {
    const published = await showPublished(ctx, { slotId }).catch(asPage);
    const link = new URL(published.path, ctx.config.appUrl).href;
    return { published: { ...published, link }, suggestion: null, seekers: null, key: "", now };
  }
  const offeringId = searchParams.get("seance") ?? undefined;
  const suggestion = await suggestSlot(ctx, { offeringId }).catch(asPage);
  const begun = begunAt(searchParams.get("debut"));
  const { chosen } = suggestion;
  const seekers = chosen && (await countSeekers(ctx, { offeringId: chosen.id }));
  return { published: null, suggestion, seekers, key: newKey(), begun, now };
}

/** The form as somebody who comes from a gap finds it: at that hour (rule: gap). */
function begunAt(local: string | null) {
  const [, otherDay, otherTime] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(local ?? "") ?? [];
  if (!otherDay || !otherTime) return undefined;
  return { day: "other", otherDay, otherTime };
}

/** Its days are those of the page on which they were chosen, even past midnight. */
function askedIn(form: FormData, now: Date) {
  const text = (name: string) => String(form.get(name) ?? "");
  const today = fromParis(`${text("today")}T00:00`) ? text("today") : dayKey(now);
  const days: Record<string, string> = { today, tomorrow: addDays(today, 1) };
  const choice = text("day");
  const day = days[choice] ?? text("otherDay");
  const time = text(choice === "tomorrow" ? "tomorrowTime" : "time");
  const isTyped = time === "" || time === "other" || !(choice in days);
  const minutes = text("shorter") || text("minutes");
  return {
    offeringId: text("offeringId"),
    start: `${day}T${isTyped ? text("otherTime") : time}`,
    minutes: minutes === "other" || minutes === "" ? text("otherMinutes") : minutes,
    ...(form.has("seats") && { seats: text("seats") }),
    parallel: form.has("parallel"),
    ...(form.has("price") && {
      price: text("price"),
      fallSteps: form.has("falls") ? fallSteps(textsOf(form)) : null,
      fallFloor: form.has("falls") ? text("fallFloor") : null,
    }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  keepSent(ctx, request, form, SIGNED_OUT);
  const asked = askedIn(form, ctx.now());
  // Without a script, price, length and seats on the screen are still another offering's.
  if (String(form.get("shownFor") ?? asked.offeringId) !== asked.offeringId) {
    const chosen = new URLSearchParams({ seance: asked.offeringId, debut: asked.start });
    const to = safeReturnPath(`${addresses.publish}?${chosen}`, addresses.publish);
    return redirectWithToast(to, SHOWN_FIRST);
  }
  const typed = textsOf(form);
  if (typed.shorter) Object.assign(typed, { minutes: "other", otherMinutes: typed.shorter });
  const question: { warning?: AskedOverlap } = {};
  try {
    const { slotId } = await answerOnce(ctx, callOf(form, "publish-slot"), async (own) => {
      if (!form.has("knowing")) {
        // Only for a first call: a repeated one would be warned of what it has published itself.
        const { near, ...slot } = await previewSlot(own, asked);
        const [first] = near;
        if (first) {
          question.warning = { ...slot, near: first, knowing: "1" };
          throw new AppError("conflict");
        }
      }
      const made = await publishSlot(own, asked);
      return { slotId: made.slotId };
    });
    return redirect(addresses.published(slotId));
  } catch (error) {
    const { warning } = question;
    if (warning) {
      return data({ fields: {}, typed, warning, toast: null, key: undefined }, { status: 409 });
    }
    const { data: refusal, init } = asOwnFormError(error, request);
    const fields = byFallField(refusal.fields, typed);
    const answer = { ...refusal, fields, typed, warning: null, key: nextKey(error) };
    return data(answer, init ?? {});
  }
}

export default function PublishPage({ loaderData, actionData }: Route.ComponentProps) {
  const { published, suggestion, seekers, key, begun, now } = loaderData;
  if (published) return <PublishedSlotCard slot={published} />;
  const { chosen } = suggestion;
  return (
    <div className="page max-w-240 pt-4 pb-8 lg:pt-8">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h1>Publier une place</h1>
          {chosen && (
            <p className="mt-1 text-ink-soft">Tout est prêt. Changez ce qui doit l'être.</p>
          )}
          {seekers && <p className="mt-1 font-strong figures">{seekersLabel(seekers)}</p>}
        </div>
        <Link to={addresses.agenda} aria-label="Fermer" className={iconButtonClass}>
          <Icon of={X} className="size-5" />
        </Link>
      </div>
      {chosen ? (
        <PublishForm
          key={chosen.id}
          suggestion={suggestion}
          chosen={chosen}
          retryKey={actionData?.key ?? key}
          begun={begun}
          answer={actionData}
          now={now}
        />
      ) : (
        <div className="mt-6">
          <EmptyState
            title="Aucune séance en ligne"
            link={{ to: addresses.addSession, label: "Ajouter une session" }}
          >
            Publiez d'abord une séance : vous en proposerez ensuite une place en quelques secondes.
          </EmptyState>
        </div>
      )}
      <FormToast toast={actionData?.toast} />
    </div>
  );
}

function PublishedSlotCard({ slot }: { slot: PublishedSlot & { link: string } }) {
  const { title, start, end, link, message, path } = slot;
  const text = `${message} ${link}`;
  return (
    <div className="page max-w-160 pt-8 pb-8 lg:pt-14">
      <p className="flex items-center gap-2.5 font-label text-success">
        <Icon of={CircleCheck} className="size-6" />
        {formatLongDay(start)}, {formatTime(start)} – {formatEnd(start, end)}
      </p>
      <h1 className="mt-3">En ligne</h1>
      <p className="mt-2 text-18">{title} peut être réservé dès maintenant.</p>
      <Field label="Le message à partager" className="mt-7">
        {(control) => <TextArea {...control} readOnly rows={3} value={text} />}
      </Field>
      <p className="mt-3 wrap-anywhere">
        Le lien de cette place : <TextLink to={path}>{link}</TextLink>
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ShareMessage text={text} />
        <ButtonLink to={addresses.agendaSlot(dayKey(start), slot.slotId)}>
          Voir dans l'agenda
        </ButtonLink>
        <ButtonLink to={addresses.publish} variant="quiet">
          Publier une autre place
        </ButtonLink>
      </div>
    </div>
  );
}

function ShareMessage({ text }: { text: string }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const share = async () => {
    try {
      if (navigator.share) return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      showToast({ title: "Message copié", text: "Collez-le où vous voulez." });
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      showToast({ title: "Erreur", text: "Le message n'a pas pu être copié.", tone: "danger" });
    }
  };
  const shares = typeof navigator.share === "function";
  return (
    <Button variant="sage" onClick={share}>
      <Icon of={shares ? Share2 : Copy} className="size-4" />
      {shares ? "Partager le message" : "Copier le message"}
    </Button>
  );
}
