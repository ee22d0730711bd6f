import { inWords } from "#core/figures/labels.ts";
import { ofAHundred } from "#core/figures/rules.ts";
import type { FiguresView } from "#core/figures/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Act, Big, Figure, FigureTable } from "./figure-table.tsx";

const SEEN = "bg-sand-300";
const CHOSEN = "bg-sage-300";
const PAID = "bg-sage-800";

export function FunnelFigure({
  views,
  holds,
  paid,
  offerings,
  acts: { elsewhere },
}: Pick<FiguresView, "views" | "holds" | "paid" | "offerings" | "acts">) {
  const parts = ofAHundred({ views, holds, paid });
  return (
    <Figure
      id="regards"
      sentence={
        parts ? (
          <>
            Sur <Big>{regards(parts.views)},</Big> {sentence(parts)}.
          </>
        ) : (
          <>
            <Big>Aucun regard</Big> compté sur cette période.
          </>
        )
      }
      drawing={
        <>
          <dl className="grid gap-3 figures sm:grid-cols-3">
            {(
              [
                [SEEN, "Pages vues", views],
                [CHOSEN, "Heures choisies", holds],
                [PAID, "Payées", paid],
              ] as const
            ).map(([colour, label, count]) => (
              <div key={label}>
                <dt className="flex items-center gap-2 text-14 text-ink-soft">
                  <i aria-hidden className={`size-3 rounded-full ${colour}`} />
                  {label}
                </dt>
                <dd className="font-display text-28 leading-tight">
                  {count.toLocaleString("fr-FR")}
                </dd>
              </div>
            ))}
          </dl>
          {parts?.views === 100 && (
            <div
              aria-hidden
              className="mt-4 grid grid-cols-[repeat(20,minmax(0,12px))] gap-1.5 md:grid-cols-[repeat(25,14px)] md:justify-between md:gap-y-2.5"
            >
              {Array.from({ length: 100 }, (_, index) => (
                <i
                  // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
                  key={index}
                  className={`aspect-square rounded-full ${index < parts.paid ? PAID : index < parts.chose ? CHOSEN : SEEN}`}
                />
              ))}
            </div>
          )}
          <FigureTable
            caption="Des regards aux réservations"
            columns={["Séance", "Vues", "Choisies", "Payées"]}
            rows={offerings.map((one) => [one.title, one.views, one.holds, one.paid])}
          />
        </>
      }
    >
      <p>
        Une page vue compte à chaque affichage, sans savoir par qui ; les robots et vous-même ne
        comptent pas.
      </p>
      {elsewhere && (
        <Act to={addresses.publishOf(elsewhere.id)}>
          Proposer « {elsewhere.title} » à une autre heure
        </Act>
      )}
    </Figure>
  );
}

const regards = (count: number) => `${count.toLocaleString("fr-FR")} regard${count > 1 ? "s" : ""}`;

function sentence({ chose, paid }: { chose: number; paid: number }): string {
  if (chose === 0) return "personne n'a choisi d'heure";
  const choosing = `${inWords(chose)} ${chose > 1 ? "choisissent" : "choisit"} une heure`;
  if (paid === 0) return `${choosing}, personne ne paie`;
  return `${choosing}, ${inWords(paid)} ${paid > 1 ? "paient" : "paie"}`;
}
