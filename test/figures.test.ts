import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { emailAddress } from "#core/accounts/schema.ts";
import { CARD_COST } from "#core/earnings/rules.ts";
import { idempotencyKey } from "#core/idempotency/schema.ts";
import { IMAGE_LIMITS } from "#core/media/labels.ts";
import { HELP_ENTRIES } from "../app/parts/information/help.ts";
import { PlanTable } from "../app/parts/information/plan-table.tsx";
import { PAYMENT_TERMS } from "../app/parts/onboarding/plan-choice.tsx";
import { meta } from "../app/routes/subscriptions/nos-offres.tsx";

/** Sentences made from the constants of their rules, as visitors have to read them today. */
test("figures in sentences read as they were written", () => {
  expect(CARD_COST).toBe("2,9 % et 0,30 €");
  expect(IMAGE_LIMITS).toBe("JPEG, PNG ou WebP, 5 Mo au plus");
  expect(PAYMENT_TERMS).toMatch(/^Prix hors taxes : la TVA de 20 % s'ajoute au paiement\./);
  const help = HELP_ENTRIES.find(({ id }) => id === "professionnel")?.answer[0];
  expect(help).toMatch(/La formule gratuite permet de publier 5 séances par mois\.$/);
  const [, described] = meta({} as Parameters<typeof meta>[0]) ?? [];
  expect(described).toMatchObject({
    content: expect.stringContaining("Premium pour 50 sessions par mois. Flow, Boost et Expand"),
  });
  const show: ComponentProps<typeof PlanTable>["show"] = String;
  const table = renderToStaticMarkup(PlanTable({ show, tax: "HT", sendsTexts: true })).replace(
    /<[^>]*>/g,
    " ",
  );
  expect(table.replace(/\s+/g, " ")).toContain("Sessions par mois 5 50 Événements Non Oui");
});

test("limits in refusals are the limits that are kept", () => {
  const long = (count: number) => "k".repeat(count);
  expect(idempotencyKey.safeParse(long(255)).success).toBe(true);
  const refusal = (schema: typeof idempotencyKey | typeof emailAddress, value: string) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message);
  expect(refusal(idempotencyKey, long(256))).toEqual([
    "La clé a de 1 à 255 caractères ASCII visibles",
  ]);
  expect(refusal(idempotencyKey, `${long(256)}é`)).toHaveLength(1);
  expect(refusal(emailAddress, `${long(60)}@${`${long(60)}.`.repeat(4)}fr`)).toEqual([
    "L'email ne peut pas dépasser 255 caractères",
  ]);
});
