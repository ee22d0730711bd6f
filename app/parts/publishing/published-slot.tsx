import { CircleCheck, Copy, Share2 } from "@lucide/icons";
import type { PublishedSlot } from "#core/catalogue/publishing/schema.ts";
import { dayKey, formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

export function PublishedSlotCard({ slot }: { slot: PublishedSlot & { link: string } }) {
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

/** Needs JavaScript. */
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
