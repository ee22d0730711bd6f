import { Trash2 } from "@lucide/icons";
import { Form, useNavigation } from "react-router";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

const QUESTION = "vider-les-favoris";

export function ClearFavorites({ count }: { count: number }) {
  const busy = useNavigation().formAction === addresses.favorites;
  return (
    <>
      <Button popoverTarget={QUESTION} variant="quiet" className="max-md:-mx-5">
        <Icon of={Trash2} className="size-4" />
        Vider les favoris
      </Button>
      <div
        id={QUESTION}
        popover="auto"
        role="dialog"
        aria-labelledby={`${QUESTION}-titre`}
        className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
      >
        <h2 id={`${QUESTION}-titre`} className="text-22">
          Vider vos favoris ?
        </h2>
        <p className="mt-3 text-ink-soft">
          {count === 1
            ? "La session sera retirée de votre liste."
            : `Les ${count} sessions seront retirées de votre liste.`}{" "}
          Vos réservations ne changent pas.
        </p>
        <Form
          method="post"
          action={addresses.favorites}
          className="mt-6 flex flex-wrap justify-end gap-2"
        >
          <Button popoverTarget={QUESTION} popoverTargetAction="hide">
            Garder mes favoris
          </Button>
          <Button type="submit" variant="destroy" busy={busy}>
            Tout supprimer
          </Button>
        </Form>
      </div>
    </>
  );
}
