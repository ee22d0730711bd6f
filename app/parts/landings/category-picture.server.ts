import type { NamedCategory } from "#core/catalogue/schema.ts";
import { categoryPicture } from "../catalogue/session-picture.ts";

/** The drawing of a category, by its name or one that it had (rule: category-care), if there is one. */
export function drawingOf({ name, formerNames }: NamedCategory): string | undefined {
  return [name, ...formerNames].flatMap((one) => categoryPicture(one) ?? [])[0];
}

/** The same, where something has to be shown. */
export function pictureOf(category: NamedCategory): string {
  return drawingOf(category) ?? "meditation";
}
