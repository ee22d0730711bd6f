import { describe, expect, test } from "vitest";
import { savedTexts } from "./labels.ts";

describe("what is said of a saved personal card", () => {
  const julie = { firstName: "Julie", lastName: "Martin", phone: "06 99 01 23 45" };
  const said = (typed: object, before = julie, after = before) => savedTexts(typed, before, after);

  test("nothing more when no field was left empty, or there was nothing in it", () => {
    expect(said(julie)).toEqual({ title: "Profil mis à jour" });
    const none = { ...julie, phone: "" };
    expect(said(none, none)).toEqual({ title: "Profil mis à jour" });
  });

  test("that an empty field keeps what it was, and where a number is taken away", () => {
    expect(said({ ...julie, phone: " " })).toEqual({
      title: "Rien n'a changé",
      text: "Un champ laissé vide garde sa valeur : téléphone. Un numéro se retire dans « Éditer mon profil ».",
    });
    const after = { ...julie, firstName: "Juliette" };
    expect(said({ firstName: "Juliette", lastName: "", phone: "" }, julie, after)).toMatchObject({
      title: "Profil mis à jour",
      text: expect.stringContaining("nom et téléphone."),
    });
    expect(said({ ...julie, lastName: "" })).toEqual({
      title: "Rien n'a changé",
      text: "Un champ laissé vide garde sa valeur : nom.",
    });
  });
});
