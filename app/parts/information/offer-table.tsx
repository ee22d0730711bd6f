/** What Free and Premium include, side by side (S1§9). */
const ROWS = [
  ["Sessions par mois", "5", "50"],
  ["Événements", "Non", "Oui"],
  ["Mise en avant dans la communication", "Non", "Oui"],
  ["Rappels SMS", "Non", "Oui"],
  ["Boost de visibilité", "Non", "Un par mois"],
  ["Accès aux activités collectives", "Payant", "Gratuit"],
] as const;

export function OfferTable() {
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
          {ROWS.map(([name, free, premium]) => (
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
