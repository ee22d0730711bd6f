import type { Context } from "../context.server.ts";
import { readMovements } from "../earnings/list-earnings.server.ts";
import { addUp } from "../earnings/rules.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { csvLine, harmless } from "../texts/csv.ts";
import { firstInstantOf, quarterOf } from "./rules.ts";
import { reportInput } from "./schema.ts";
import { findDeclaredSeller, findSellers, findTaxDetails } from "./store.server.ts";

const QUARTERS = [1, 2, 3, 4] as const;
const HEAD = [
  "id",
  "forme",
  "nom",
  "adresse",
  "code_postal",
  "ville",
  "pays",
  "naissance",
  "registre",
  "siret",
  "numero_fiscal",
  "numero_tva",
  "pays_du_compte",
  ...QUARTERS.flatMap((quarter) => [
    `t${quarter}_ventes`,
    `t${quarter}_verse_eur`,
    `t${quarter}_commission_eur`,
  ]),
  "manque",
];

/**
 * DAC7, directive 2021/514, and code général des impôts, art. 1649 ter A: a Paris year, in lines of
 * a table for programs, with semicolons and decimal points; quarters by `at` of `movementsOf` in
 * earnings/store.server.ts.
 */
export async function exportSellerReport(
  ctx: Context,
  input: unknown,
): Promise<{ lines: string[]; missing: number }> {
  requireOperator(ctx, "finance");
  const { year, reason } = parseInput(reportInput, input);
  await ctx.db.transaction((tx) =>
    recordAct(ctx, tx, {
      ...{ act: "sellers_reported", object: { kind: "site", id: "dac7" } },
      ...{ reason, after: { year } },
    }),
  );
  const period = { from: firstInstantOf(year), before: firstInstantOf(year + 1) };
  const lines = [csvLine(HEAD, ";")];
  let missing = 0;
  for (const professionalId of await findSellers(ctx.db, period)) {
    const [details, seller, movements] = await Promise.all([
      findTaxDetails(ctx.db, professionalId),
      findDeclaredSeller(ctx.db, professionalId),
      readMovements(ctx.db, professionalId, period),
    ]);
    if (!details) missing += 1;
    const sums = QUARTERS.flatMap((quarter) => {
      const groups = movements.filter(({ month }) => quarterOf(month) === quarter);
      const sales = groups.filter(({ kind }) => kind === "payment");
      const { shareCents, commissionCents } = addUp(groups);
      const count = sales.reduce((sum, group) => sum + group.count, 0);
      return [String(count), euros(shareCents), euros(commissionCents)];
    });
    const cells = [
      ...[professionalId, details?.legalForm, seller.name, seller.address, seller.postalCode],
      ...[seller.city, details?.country, details?.birthDate, details?.registration, seller.siret],
      ...[details?.taxNumber, seller.vatNumber, details?.accountCountry],
    ].map((cell) => harmless(cell ?? ""));
    lines.push(csvLine([...cells, ...sums, details ? "" : "renseignements"], ";"));
  }
  return { lines, missing };
}

const euros = (amount: number) => (amount / 100).toFixed(2);
