import { Trash2 } from "@lucide/icons";
import type { ReactNode } from "react";
import { PrefetchPageLinks, useFetcher } from "react-router";
import { formatDate } from "#core/dates.ts";
import { upcomingRefusal } from "#core/privacy/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { FormToast } from "../../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";

/** The consequences of a deletion (rule: account-deletion), in the words of /confidentialite. */
export function DeletionTerms({ isProfessional }: { isProfessional: boolean }) {
  return isProfessional ? (
    <>
      <p>
        Un compte professionnel est supprimé par notre support : envoyez votre demande d'ici, ou{" "}
        <TextLink to={addresses.contact}>contactez-nous</TextLink>. Elle est traitée dans un délai
        d'un mois (RGPD). Les données que la loi nous impose de garder sont conservées pour leur
        durée légale.
      </p>
      <p className="mt-3">
        Votre page publique, vos sessions et vos activités sont masquées dès l'envoi. Vous pouvez
        retirer votre demande ici pendant un mois. Votre abonnement payant s'arrête quand la demande
        est traitée, ou plus tôt si vous le résiliez vous-même.
      </p>
    </>
  ) : (
    <p>
      La suppression est immédiate et définitive. Votre profil, vos favoris et vos messages sont
      effacés, vos connexions fermées. Vos réservations passées sont conservées sans votre identité,
      comme l'exige la comptabilité. Un abonnement payant est résilié aussitôt, sans remboursement
      de la période entamée.
    </p>
  );
}

/** The password stops somebody who finds a browser open. */
export function DeletionForm({
  isProfessional,
  fields,
  cancel,
}: {
  isProfessional: boolean;
  fields?: Record<string, string[]> | undefined;
  cancel: ReactNode;
}) {
  const fetcher = useFetcher<{ fields: Record<string, string[]>; toast: ToastMessage }>();
  const errors = fetcher.data?.fields ?? fields;
  const form = useFirstError(errors);
  return (
    <fetcher.Form ref={form} method="post" action={addresses.deletion} noValidate>
      <FormToast toast={errors?.password ? null : fetcher.data?.toast} />
      <p className="mt-3 text-ink-soft">
        {isProfessional
          ? "Votre page publique, vos sessions et vos activités ne seront plus visibles. Nous traitons votre demande sous un mois."
          : "Cette action est irréversible."}
      </p>
      <Field
        label="Votre mot de passe"
        hint="Pour vérifier que c'est bien vous."
        error={errors?.password}
        className="mt-5"
      >
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="current-password" required />
        )}
      </Field>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        {cancel}
        <Button type="submit" variant="destroy" busy={fetcher.state !== "idle"}>
          {isProfessional ? "Envoyer la demande" : "Supprimer définitivement"}
        </Button>
      </div>
    </fetcher.Form>
  );
}

const QUESTION = "supprimer-le-compte";
const REFUSAL = "suppression-impossible";

/** Asks in the platform's popover, which needs no script. */
export function DangerZone({
  isProfessional,
  leaving,
  upcoming,
  bookingsAt,
  now,
  className = "",
}: {
  isProfessional: boolean;
  leaving: { askedAt: Date; dueAt: Date } | null;
  upcoming: number;
  bookingsAt: string;
  now: Date;
  className?: string;
}) {
  const isRefused = upcoming > 0 && !leaving;
  return (
    <Panel aria-labelledby="zone-de-danger" className={className}>
      {/* Preloaded, so that a network cut keeps this page (rule: keep-the-page). */}
      <PrefetchPageLinks page={addresses.deletion} />
      <CardHead id="zone-de-danger" title="Zone de danger" />
      <div className="mt-2 max-w-prose text-ink-soft">
        <DeletionTerms isProfessional={isProfessional} />
      </div>
      {isRefused && (
        <Notice className="mt-5">
          <span id={REFUSAL}>
            <strong>Suppression impossible pour le moment.</strong> {upcomingRefusal(upcoming)}
          </span>{" "}
          <TextLink to={bookingsAt}>Voir les réservations</TextLink>
        </Notice>
      )}
      {leaving ? (
        <Leaving {...leaving} now={now} />
      ) : (
        <Button
          popoverTarget={QUESTION}
          variant="danger"
          className="mt-5"
          disabled={isRefused}
          aria-describedby={isRefused ? REFUSAL : undefined}
        >
          <Icon of={Trash2} className="size-4" />
          {isProfessional ? "Demander la suppression" : "Supprimer mon compte"}
        </Button>
      )}
      <div
        // A new key for each answer closes the popover.
        key={now.getTime()}
        id={QUESTION}
        popover="auto"
        role="dialog"
        aria-labelledby={`${QUESTION}-titre`}
        className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
      >
        <h3 id={`${QUESTION}-titre`} className="text-22">
          {isProfessional
            ? "Demander la suppression de votre compte ?"
            : "Supprimer votre compte ?"}
        </h3>
        <DeletionForm
          isProfessional={isProfessional}
          cancel={
            <Button popoverTarget={QUESTION} popoverTargetAction="hide">
              Garder mon compte
            </Button>
          }
        />
      </div>
    </Panel>
  );
}

function Leaving({ askedAt, dueAt, now }: { askedAt: Date; dueAt: Date; now: Date }) {
  const fetcher = useFetcher<{ toast: ToastMessage }>();
  const mayStay = now < dueAt;
  return (
    <>
      <FormToast toast={fetcher.data?.toast} />
      <Notice tone="info" className="mt-5">
        Demande envoyée le {formatDate(askedAt)}. Votre page publique et vos sessions ne sont plus
        visibles.{" "}
        {mayStay
          ? `Vous pouvez retirer votre demande jusqu'au ${formatDate(dueAt)} : tout redevient visible comme avant.`
          : "Le délai pour la retirer est passé : votre compte est supprimé dès qu'aucune réservation à venir ni aucun paiement en cours ne s'y oppose."}
      </Notice>
      {mayStay && (
        <fetcher.Form method="post" action={addresses.deletion} className="mt-5">
          <input type="hidden" name="intent" value="withdraw" />
          <Button type="submit" variant="sage" busy={fetcher.state !== "idle"}>
            Retirer ma demande
          </Button>
        </fetcher.Form>
      )}
    </>
  );
}
