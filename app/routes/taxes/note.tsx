import { formatDate, formatTime } from "#core/dates.ts";
import { type Cents, cents, formatPrice } from "#core/money.ts";
import { site } from "#core/site.ts";
import { vatLines, withoutVat } from "#core/taxes/labels.ts";
import { showReceipt } from "#core/taxes/show-receipt.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, toLogin } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/cookies.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/note";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette note." },
};

export const meta: Route.MetaFunction = () => titleMeta("Note");

/** Made to be printed or kept as a PDF (rule: receipt). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const guestProof = readGuestProof(request);
  if (!ctx.actor && !guestProof) throw toLogin(request);
  return showReceipt(ctx, { bookingId: params.bookingId, guestProof }).catch(asPage);
}

export default function Note({ loaderData: note }: Route.ComponentProps) {
  const { seller, vatRate } = note;
  const places = [seller.address, [seller.postalCode, seller.city].filter(Boolean).join(" ")];
  return (
    <div className="page pt-4 pb-8">
      <div className="mx-auto max-w-text">
        <p className="print:hidden">
          <TextLink to={addresses.ownSessions}>Mes sessions</TextLink>
        </p>
        <h1 className="mt-4 text-36">Note</h1>
        <p className="mt-1 text-ink-soft wrap-anywhere figures">
          Réservation {note.bookingId}, payée le {formatDate(note.paidAt)}
        </p>
        <div className="mt-6 grid gap-6">
          <Panel id="vendeur" title={seller.name}>
            {seller.tradeName && <p>{seller.tradeName}</p>}
            {places.filter(Boolean).map((line) => (
              <p key={line} className="wrap-anywhere">
                {line}
              </p>
            ))}
            <Facts
              facts={[
                ["SIRET", seller.siret],
                ...(seller.vatNumber ? ([["Numéro de TVA", seller.vatNumber]] as const) : []),
                ["Client", note.clientName],
              ]}
            />
          </Panel>
          <Panel aria-labelledby="prestation">
            <h2 id="prestation" className="text-22 wrap-anywhere">
              {note.title}
            </h2>
            <p className="mt-1 text-ink-soft figures">
              {formatDate(note.start)} à {formatTime(note.start)}
              {note.place && `, ${note.place}`}
            </p>
            <Amounts
              lines={[
                [
                  note.seats > 1
                    ? `${note.seats} places à ${formatPrice(note.seatCents)}`
                    : "Une place",
                  note.totalCents,
                ],
                ...(note.refundedCents > 0
                  ? [["Remboursé", cents(-note.refundedCents)] as const]
                  : []),
                ...vatLines(note),
              ]}
              total={note.keptCents}
            />
            {!vatRate && <p className="mt-3 text-14 text-ink-soft">{withoutVat(vatRate)}</p>}
          </Panel>
          <p className="text-14 text-ink-soft">
            Vendu par {seller.name} et payé sur {site.name}.
            <span className="print:hidden">
              {" "}
              Pour garder cette note, imprimez la page ou enregistrez-la en PDF depuis votre
              navigateur.
            </span>
          </p>
        </div>
      </div>
    </div>
  );
}

function Amounts({ lines, total }: { lines: readonly (readonly [string, Cents])[]; total: Cents }) {
  return (
    <table className="mt-4 w-full figures">
      <tbody>
        {lines.map(([label, amount]) => (
          <tr key={label} className="border-b border-hairline">
            <th scope="row" className="py-2 text-left font-regular">
              {label}
            </th>
            <td className="py-2 text-right whitespace-nowrap">{formatPrice(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="pt-3 text-left font-strong">
            Total TTC
          </th>
          <td className="pt-3 text-right font-display text-22 whitespace-nowrap">
            {formatPrice(total)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
