import { useId } from "react";
import { MAX_TAGS, TAGS } from "#core/reviews/rules.ts";
import { STAR } from "../../ui/rating.tsx";

const MARKS = [1, 2, 3, 4, 5];

/** Native radios, so that arrows choose and no script is needed. */
export function RatingField({
  chosen,
  error,
}: {
  chosen: string;
  error: readonly string[] | undefined;
}) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-label">Votre note</legend>
      <div className="-ml-2 flex">
        {MARKS.map((mark) => (
          <label
            key={mark}
            className="relative grid size-13 place-items-center rounded-control text-transparent has-checked:text-clay-600 has-focus-visible:outline-2 [&:has(~label>input:checked)]:text-clay-600"
          >
            <input
              type="radio"
              name="rating"
              value={mark}
              defaultChecked={chosen === String(mark)}
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-9 fill-current stroke-clay-600"
            >
              <path d={STAR} />
            </svg>
            <span className="sr-only">{mark} sur 5</span>
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-14 text-ink-soft">
        De 1, décevant, à 5, excellent.
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-14 font-label text-danger">
          {error[0]}
        </p>
      )}
    </fieldset>
  );
}

export function WordsField({
  chosen,
  error,
}: {
  chosen: readonly string[];
  error: readonly string[] | undefined;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1.5 font-label">
        En trois mots <span className="font-regular text-ink-soft">(facultatif)</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {TAGS.map((tag) => (
          <label
            key={tag}
            className="relative inline-flex min-h-11 items-center rounded-full border border-sand-500 bg-surface px-4 font-medium has-checked:border-sage-800 has-checked:bg-sage-800 has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              name="tags"
              value={tag}
              defaultChecked={chosen.includes(tag)}
              aria-invalid={error ? true : undefined}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {tag}
          </label>
        ))}
      </div>
      <p id={id} className={`mt-1.5 text-14 ${error ? "font-label text-danger" : "text-ink-soft"}`}>
        {error?.[0] ?? `${MAX_TAGS} au plus.`}
      </p>
    </fieldset>
  );
}
