import { describe, expect, it } from "vitest";
import { ServiceAway } from "./ask-service.server.ts";
import { createCompanyRegister } from "./company-register.server.ts";
import { type Outside, OutsideError } from "./outside-requests.server.ts";

const SIRET = "73282932000074";

/** The register as it answers one after the other; the last goes on. */
function registerOf(...answers: (object | string | number | OutsideError)[]) {
  const asked: string[] = [];
  const outside: Outside = {
    async read(url) {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(url);
      if (answer instanceof OutsideError) throw answer;
      const others = { charset: null, version: { etag: null, lastModified: null } };
      if (typeof answer === "number") return { status: answer, bytes: Buffer.alloc(0), ...others };
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      return { status: 200, bytes: Buffer.from(text), ...others };
    },
    send: () => Promise.reject(new Error("nothing is sent")),
  };
  return { asked, register: createCompanyRegister(outside, "https://register.example") };
}

const place = {
  ...{ siret: SIRET, etat_administratif: "A", activite_principale: "96.04Z" },
  ...{ code_postal: "44000", libelle_commune: "NANTES", date_creation: "2022-05-02" },
};
const company = {
  ...{ siren: "732829320", nom_complet: "HELENE BROCARD", etat_administratif: "A" },
  ...{ siege: { ...place, siret: "73282932000082" }, matching_etablissements: [place] },
};

describe("the register of companies", () => {
  it("says of a place of business whether it is open, under which name and where", async () => {
    const { register, asked } = registerOf({ results: [company] });
    expect(await register.find(SIRET)).toEqual({
      ...{ siret: SIRET, name: "HELENE BROCARD", activity: "96.04Z", postalCode: "44000" },
      ...{ city: "NANTES", isActive: true, openedOn: "2022-05-02" },
    });
    expect(asked).toEqual([`https://register.example/search?q=${SIRET}&page=1&per_page=1`]);
  });

  it("is closed with its place, or with its whole company", async () => {
    const shut = { ...company, matching_etablissements: [{ ...place, etat_administratif: "F" }] };
    expect(await registerOf({ results: [shut] }).register.find(SIRET)).toMatchObject({
      isActive: false,
    });
    const ended = { ...company, etat_administratif: "C" };
    expect(await registerOf({ results: [ended] }).register.find(SIRET)).toMatchObject({
      isActive: false,
    });
  });

  it("answers for its company where the place is not listed, and nothing of another", async () => {
    const few = { ...company, siege: null, matching_etablissements: null };
    expect(await registerOf({ results: [few] }).register.find(SIRET)).toMatchObject({
      ...{ isActive: true, city: null },
    });
    expect(
      await registerOf({ results: [{ ...company, siren: "1" }] }).register.find(SIRET),
    ).toBeNull();
    expect(await registerOf({ results: [] }).register.find(SIRET)).toBeNull();
  });

  it("is asked three times at most while it is busy, and once where it may not be asked", async () => {
    const busy = registerOf(429, new OutsideError("slow"), { results: [company] });
    expect(await busy.register.find(SIRET)).toMatchObject({ isActive: true });
    expect(busy.asked).toHaveLength(3);
    const down = registerOf(503);
    await expect(down.register.find(SIRET)).rejects.toThrow(ServiceAway);
    expect(down.asked).toHaveLength(3);
    const refused = registerOf(new OutsideError("refused"));
    await expect(refused.register.find(SIRET)).rejects.toThrow(ServiceAway);
    expect(refused.asked).toHaveLength(1);
  });

  it("that answers in another way is away, and says nothing of the company", async () => {
    for (const answer of ["<html>", { results: [{}] }, {}, 404]) {
      await expect(registerOf(answer).register.find(SIRET)).rejects.toThrow(ServiceAway);
    }
  });
});
