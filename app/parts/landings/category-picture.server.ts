import type { NamedCategory } from "#core/catalogue/schema.ts";
import { categoryPicture } from "../catalogue/session-picture.ts";

/** Finds a drawing by a former name too (rule: category-care). */
export function drawingOf({ name, formerNames }: NamedCategory): string | undefined {
  return [name, ...formerNames].flatMap((one) => categoryPicture(one) ?? [])[0];
}

export function pictureOf(category: NamedCategory): string {
  return drawingOf(category) ?? "meditation";
}
