import { Copy } from "@lucide/icons";
import { Form, useNavigation } from "react-router";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

export function CalendarFeed({
  feed,
  url,
}: {
  feed: { createdAt: Date; readAt: Date | null } | null;
  /** Only right after it was made. */
  url: string | null;
}) {
  const { formData } = useNavigation();
  const isBusy = (intent: string) => formData?.get("intent") === intent;
  return (
    <Panel aria-labelledby="agenda-ailleurs">
      <h2 id="agenda-ailleurs">Votre agenda ailleurs</h2>
      <p className="mt-2">
        Une adresse pour suivre vos réservations dans Google Agenda, Apple ou Outlook : l'heure, la
        séance, les places, un prénom et une initiale. Les notes restent ici.
      </p>
      {url ? (
        <>
          <Notice tone="success" role="status" className="mt-4">
            Copiez-la maintenant : elle n'est montrée qu'une fois. Qui la connaît lit votre agenda.
          </Notice>
          <Field label="L'adresse de votre agenda" className="mt-4">
            {(control) => <TextArea {...control} readOnly rows={3} value={url} />}
          </Field>
          <CopyAddress url={url} />
        </>
      ) : (
        feed && (
          <p className="mt-4 text-14 text-ink-soft figures">
            Une adresse existe depuis {formatLongDay(feed.createdAt)}.{" "}
            {feed.readAt
              ? `Elle a été lue ${formatLongDay(feed.readAt)} à ${formatTime(feed.readAt)}.`
              : "Personne ne l'a encore lue."}
          </p>
        )
      )}
      <Form method="post" className="mt-5 flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="renew-feed"
          variant={feed ? "outline" : "sage"}
          busy={isBusy("renew-feed")}
        >
          {feed ? "Changer d'adresse" : "Créer l'adresse"}
        </Button>
        {feed && (
          <Button
            type="submit"
            name="intent"
            value="revoke-feed"
            variant="danger"
            busy={isBusy("revoke-feed")}
          >
            Fermer l'adresse
          </Button>
        )}
      </Form>
      {feed && (
        <p className="mt-3 text-14 text-ink-soft">
          Changer d'adresse ferme l'ancienne partout où elle est suivie.
        </p>
      )}
    </Panel>
  );
}

function CopyAddress({ url }: { url: string }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ title: "Adresse copiée", text: "Collez-la dans votre agenda.", tone: "success" });
    } catch {
      showToast({ title: "Erreur", text: "L'adresse n'a pas pu être copiée.", tone: "danger" });
    }
  };
  return (
    <Button variant="sage" onClick={copy} className="mt-3">
      <Icon of={Copy} className="size-4" />
      Copier l'adresse
    </Button>
  );
}
