import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
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
