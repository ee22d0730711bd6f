import { expect, test } from "vitest";
import { z } from "zod";
import { isAppError } from "./errors.ts";
import { parseInput } from "./parse.ts";

const schema = z.object({ id: z.uuid(), count: z.number() });

test("gives back what it was given, as the schema makes it", () => {
  const input = { id: "019f0000-0000-7000-8000-000000000001", count: 2, more: true };
  expect(parseInput(schema, input)).toEqual({ id: input.id, count: 2 });
});

test("refuses with every field's messages, in French even where the schema has no words", () => {
  let refusal: unknown;
  try {
    parseInput(schema, { id: "x" });
  } catch (error) {
    refusal = error;
  }
  if (!isAppError(refusal)) throw new Error("nothing was refused");
  expect(refusal.code).toBe("invalid_input");
  expect(Object.keys(refusal.fields ?? {})).toEqual(["id", "count"]);
  expect(refusal.fields).toEqual({
    id: ["Cet identifiant n'est pas valide."],
    count: ["Ce champ est obligatoire."],
  });
});

test("names what is wrong in a list by its place in it, and says it of the list too", () => {
  const list = z.object({ slots: z.array(z.object({ start: z.string(), seats: z.number() })) });
  const slots = [
    { start: "18:30", seats: 2 },
    { start: 7, seats: "x" },
  ];
  const wrong = "Cette valeur n'est pas du bon type.";
  expect(() => parseInput(list, { slots })).toThrow(
    expect.objectContaining({
      fields: { slots: [wrong, wrong], "slots.1.start": [wrong], "slots.1.seats": [wrong] },
    }),
  );
});

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "Ce champ est obligatoire."],
  [z.string(), null, "Ce champ est obligatoire."],
  [z.string().min(1), "", "Ce champ est obligatoire."],
  [z.enum(["client", "pro"]), undefined, "Ce champ est obligatoire."],
  [z.string(), 7, "Cette valeur n'est pas du bon type."],
  [z.coerce.number(), "x", "Cette valeur n'est pas du bon type."],
  [z.number().int(), 1.5, "Cette valeur doit être un nombre entier."],
  [z.enum(["client", "pro"]), "x", "Valeur inconnue : choisissez parmi client, pro."],
  [z.number().min(0), -1, "La valeur minimale est 0."],
  [z.number().max(100), 101, "La valeur maximale est 100."],
  [z.number().positive(), 0, "La valeur doit dépasser 0."],
  [z.string().min(8), "x", "Au moins 8 caractères."],
  [z.string().max(1), "xx", "Au plus 1 caractère."],
  [z.array(z.string()).min(1), [], "Au moins 1 élément."],
  [z.email(), "x", "Cette adresse e-mail n'est pas valide."],
  [z.union([z.string(), z.number()]), true, "Cette valeur n'est pas acceptée."],
  [z.string("Ce champ doit être un texte"), 7, "Ce champ doit être un texte"],
])("says in a sentence what a schema has no words for (%#)", (field, value, sentence) => {
  expect(() => parseInput(z.object({ field }), { field: value })).toThrow(
    expect.objectContaining({ fields: { field: [sentence] } }),
  );
});
