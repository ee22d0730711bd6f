import { SlidersHorizontal } from "@lucide/icons";
import { useEffect, useRef, useState } from "react";
import { Form, useLocation, useSubmit } from "react-router";
import type { FavoriteFilter } from "#core/favorites/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { ChipSelect } from "../../ui/chip.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

export function isNarrowed({ category, place, available }: FavoriteFilter): boolean {
  return category !== "" || place !== undefined || available !== undefined;
}

interface FavoriteFiltersProps {
  filter: FavoriteFilter;
  categories: readonly string[];
}

/** A GET form, so that filters stand in the address (rule: working-controls). */
export function FavoriteFilters({ filter, categories }: FavoriteFiltersProps) {
  const submit = useSubmit();
  // People open and close it from then on: removing a filter folds nothing.
  const [open] = useState(() => isNarrowed(filter));
  const isFree = filter.available !== undefined;
  const box = useRef<HTMLInputElement>(null);
  const { key } = useLocation();
  // « Back » changes the address without the box, and a cut network the box without the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen in vain is taken back
  useEffect(() => {
    if (box.current) box.current.checked = isFree;
  }, [isFree, key]);
  const send = (form: HTMLFormElement) => {
    const said = [...new FormData(form)].filter(([, value]) => value !== "");
    submit(new URLSearchParams(said.map(([name, value]) => [name, String(value)])), {
      action: addresses.favorites,
      method: "get",
      preventScrollReset: true,
      replace: true,
    });
  };
  return (
    <details open={open} className="max-md:open:basis-full">
      <summary className={buttonClass({})}>
        <Icon of={SlidersHorizontal} className="size-4" />
        Filtrer
      </summary>
      <Form
        action={addresses.favorites}
        onSubmit={(event) => {
          event.preventDefault();
          send(event.currentTarget);
        }}
        // Not prevented, which would undo the change that React hears by a checkbox's click.
        onChange={(event) => send(event.currentTarget)}
        className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2"
      >
        <ChipSelect
          label="Catégorie"
          name="category"
          value={filter.category}
          on={filter.category !== ""}
        >
          <option value="">Toutes les catégories</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </ChipSelect>
        <ChipSelect
          label="Lieu"
          name="place"
          value={filter.place ?? ""}
          on={filter.place !== undefined}
        >
          <option value="">En ligne ou sur place</option>
          <option value="online">En ligne</option>
          <option value="in-person">Sur place</option>
        </ChipSelect>
        <Checkbox
          ref={box}
          label="Disponible maintenant"
          name="available"
          value="1"
          defaultChecked={isFree}
        />
        <noscript>
          <Button type="submit">Appliquer</Button>
        </noscript>
        {isNarrowed(filter) && (
          <ButtonLink to={addresses.favorites} variant="quiet" preventScrollReset>
            Tout effacer
          </ButtonLink>
        )}
      </Form>
    </details>
  );
}
