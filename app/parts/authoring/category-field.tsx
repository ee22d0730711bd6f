import { useFormMetadata } from "@conform-to/react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { categoryPicture } from "../catalogue/session-picture.ts";
import { type OfferingTexts, OTHER_CATEGORY } from "./offering-values.ts";

/** The field for a new name appears without a script too (rule: categories). */
export function CategoryField({
  kind,
  categories,
}: {
  kind: SlotKind;
  categories: readonly string[];
}) {
  const { category, newCategory } = useFormMetadata<OfferingTexts>().getFieldset();
  const first = category.initialValue ?? "";
  const isOther = first !== "" && !categories.includes(first);
  const picture = categoryPicture(category.value ?? "") ?? "meditation-c";
  return (
    <div
      className={`group/category grid items-start gap-5 ${kind === "session" ? "sm:group-has-[[name=imageUrl][value='']]/offering:grid-cols-[minmax(0,1fr)_128px]" : ""}`}
    >
      <div className="grid gap-5">
        <SelectField
          name={category.name}
          label="Catégorie"
          error={category.errors}
          defaultValue={isOther ? OTHER_CATEGORY : first}
        >
          <option value="">Choisissez une catégorie</option>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
          {kind === "session" && <option value={OTHER_CATEGORY}>Autre catégorie</option>}
        </SelectField>
        <div className="hidden group-has-[option[value=autre]:checked]/category:block">
          <TextField
            field={{
              name: newCategory.name,
              initialValue: first === OTHER_CATEGORY || !isOther ? newCategory.initialValue : first,
              errors: undefined,
            }}
            label="Nouvelle catégorie"
            hint="Elle est à vous. Nous la proposerons à tous si elle sert à d'autres."
            maxLength={60}
          />
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
