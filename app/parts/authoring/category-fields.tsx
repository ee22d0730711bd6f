import { useFormMetadata } from "@conform-to/react";
import { X } from "@lucide/icons";
import { type KeyboardEvent, useId, useState } from "react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Button } from "../../ui/button.tsx";
import { ChipInput } from "../../ui/chip.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { categoryPicture } from "../catalogue/session-picture.ts";
import { SUGGESTED_TAGS } from "./field-labels.ts";
import { ChoiceGroup } from "./form-section.tsx";
import { type OfferingTexts, OTHER_CATEGORY, tagsIn } from "./offering-values.ts";

/** Without a script, typed tags are separated by commas. */
export function TagsField({ kind }: { kind: SlotKind }) {
  const fields = useFormMetadata<OfferingTexts>().getFieldset();
  const [tags] = useState(() =>
    tagsIn({
      tags: [fields.tags.initialValue ?? []].flat().map(String),
      newTags: fields.newTags.initialValue ?? "",
    }),
  );
  const suggested = SUGGESTED_TAGS[kind];
  const listId = useId();
  const hydrated = useHydrated();
  const [own, setOwn] = useState(() => tags.filter((tag) => !suggested.includes(tag)));
  const [typed, type] = useState("");
  const add = () => {
    const words = typed.split(",").map((word) => word.trim());
    const known = (word: string) => [...suggested, ...own].some((tag) => isSame(tag, word));
    setOwn([...own, ...words.filter((word) => word !== "" && !known(word))]);
    tickSuggested(words);
    type("");
  };
  const tickSuggested = (words: string[]) => {
    for (const box of document.querySelectorAll<HTMLInputElement>(
      `[data-tags="${listId}"] input`,
    )) {
      if (words.some((word) => isSame(word, box.value))) box.checked = true;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <div className="grid gap-4">
      <div data-tags={listId}>
        <ChoiceGroup legend="Mots-clés" error={fields.tags.errors}>
          {suggested.map((tag) => (
            <ChipInput
              key={tag}
              label={tag}
              type="checkbox"
              name={fields.tags.name}
              value={tag}
              defaultChecked={tags.includes(tag)}
            />
          ))}
        </ChoiceGroup>
      </div>
      {hydrated && own.length > 0 && (
        <ul className="flex flex-wrap gap-2.5">
          {own.map((tag) => (
            <li
              key={tag}
              className="inline-flex items-center rounded-full bg-sage-800 pl-4 text-paper on-dark"
            >
              <input type="hidden" name={fields.tags.name} value={tag} />
              <span className="wrap-anywhere">{tag}</span>
              <button
                type="button"
                aria-label={`Retirer ${tag}`}
                onClick={() => setOwn(own.filter((other) => other !== tag))}
                className="grid size-11 place-items-center rounded-full"
              >
                <Icon of={X} className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2.5">
        <Field
          label="Vos mots-clés"
          optional
          className="min-w-0 flex-1"
          hint={hydrated ? undefined : "Séparez-les par des virgules."}
        >
          {(control) =>
            hydrated ? (
              <TextInput
                {...control}
                name={fields.newTags.name}
                value={typed}
                onChange={(event) => type(event.target.value)}
                onKeyDown={onKeyDown}
              />
            ) : (
              <TextInput {...control} name={fields.newTags.name} defaultValue={own.join(", ")} />
            )
          }
        </Field>
        {hydrated && (
          <Button onClick={add} disabled={typed.trim() === ""} className="min-h-12">
            Ajouter
          </Button>
        )}
      </div>
    </div>
  );
}

const isSame = (left: string, right: string) =>
  left.localeCompare(right, "fr", { sensitivity: "accent" }) === 0;

interface CategoryFieldProps {
  kind: SlotKind;
  categories: readonly string[];
}

/** The field for a new name appears without a script too (rule: categories). */
export function CategoryField({ kind, categories }: CategoryFieldProps) {
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
