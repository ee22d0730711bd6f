import type { Cents } from "#core/money.ts";
import { FREE_PRICE, REMINDERS } from "#core/subscriptions/labels.ts";
import { PLANS, planAndPriceOf } from "#core/subscriptions/rules.ts";

const { free, premium } = PLANS;

const ROWS: [name: string, free: string, premium: string][] = [
  ["Sessions par mois", String(free.sessionsPerMonth), String(premium.sessionsPerMonth)],
  ["Événements", "Non", "Oui"],
  ["Mise en avant dans la communication", "Non", "Oui"],
  [REMINDERS, "Non", "Oui"],
  ["Boost de visibilité", "Non", "Un par mois"],
  ["Accès aux activités collectives", "Payant", "Gratuit"],
];

export function PlanTable({
  show,
  tax,
  sendsTexts,
}: {
  show: (amount: Cents) => string;
  tax: string;
  sendsTexts: boolean;
}) {
  const monthly = planAndPriceOf("premium_monthly").price.monthlyCents;
  const kept = ROWS.filter(([name]) => sendsTexts || name !== REMINDERS);
  const rows: typeof ROWS = [[`Prix ${tax} par mois`, FREE_PRICE, show(monthly)], ...kept];
  return (
    <div className="overflow-x-auto rounded-card bg-surface ring ring-hairline">
      <table className="w-full text-left figures">
        <caption className="sr-only">Comparaison des offres Free et Premium</caption>
        <thead>
          <tr className="border-b border-sand-300">
            <td className="p-4" />
            <th scope="col" className="p-4 font-strong">
              Free
            </th>
            <th scope="col" className="p-4 font-strong">
              Premium
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, free, premium]) => (
            <tr key={name} className="border-b border-sand-100 last:border-0">
              <th scope="row" className="p-4 font-regular">
                {name}
              </th>
              <td className="p-4 text-ink-soft">{free}</td>
              <td className="p-4 font-label">{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
