import { useId } from "react";
import { MAX_TAGS, TAGS } from "#core/reviews/rules.ts";

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
