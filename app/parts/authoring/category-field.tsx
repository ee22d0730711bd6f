import { useState } from "react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { categoryPicture } from "../catalogue/session-picture.ts";
import { OTHER_CATEGORY } from "./offering-values.ts";

/**
 * A category from the list or a new one, and the default picture for it. The field for a new name
 * appears with its choice, without a script too (rule: categories).
 */
export function CategoryField({
  kind,
  categories,
  value,
  error,
}: {
  /** An activity has one of its categories and no other. */
  kind: SlotKind;
  categories: readonly string[];
  value: string;
  error: readonly string[] | undefined;
}) {
  const isOther = value !== "" && !categories.includes(value);
  const [chosen, choose] = useState(value);
  const picture = categoryPicture(chosen) ?? "meditation-c";
  return (
    <div
      className={`group/category grid items-start gap-5 ${kind === "session" ? "sm:group-has-[[name=imageUrl][value='']]/offering:grid-cols-[minmax(0,1fr)_128px]" : ""}`}
    >
      <div className="grid gap-5">
        <Field label="Catégorie" error={error}>
          {(control) => (
            <Select
              {...control}
              name="category"
              defaultValue={isOther ? OTHER_CATEGORY : value}
              onChange={(event) => choose(event.target.value)}
            >
              <option value="">Choisissez une catégorie</option>
              {categories.map((name) => (
                <option key={name}>{name}</option>
              ))}
              {kind === "session" && <option value={OTHER_CATEGORY}>Autre catégorie</option>}
            </Select>
          )}
        </Field>
        <div className="hidden group-has-[option[value=autre]:checked]/category:block">
          <Field
            label="Nouvelle catégorie"
            hint="Elle est à vous. Nous la proposerons à tous si elle sert à d'autres."
          >
            {(control) => (
              <TextInput
                {...control}
                name="newCategory"
                maxLength={60}
                defaultValue={isOther ? value : ""}
              />
            )}
          </Field>
        </div>
      </div>
      {kind === "session" && (
        <figure className="group-has-[[name=imageUrl]:not([value=''])]/offering:hidden max-sm:max-w-32">
          <Picture
            name={picture}
            sizes="128px"
            className="aspect-card w-full rounded-control object-cover"
          />
          <figcaption className="mt-1.5 text-14 text-ink-soft">
            L'image par défaut de votre session
          </figcaption>
        </figure>
      )}
    </div>
  );
}
