import { renderToStaticMarkup } from "react-dom/server";
import { sellerFacts } from "#core/professionals/labels.ts";
import type { SellerNotice } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Facts } from "../../../ui/facts.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";

/** A leisure service on a fixed date has no right of withdrawal. */
export const NO_WITHDRAWAL =
  "Le droit de rétractation ne s'applique pas à une activité de loisirs à date fixe (code de la consommation, article L221-28, 12°).";

export function drawBeforeOrder(seller: SellerNotice | null): string {
  return `<p class="mt-4 text-14 text-ink-soft">${NO_WITHDRAWAL}</p>${drawSeller(seller)}`;
}

/** HTML, so that it costs no script (rule: who-sells). */
export function drawSeller(seller: SellerNotice | null): string {
  return renderToStaticMarkup(
    <details className="mt-1 text-14 text-ink-soft">
      <summary className="min-h-11 content-center font-label text-sage-600">
        Mentions du praticien
      </summary>
      {seller ? (
        <>
          <Facts facts={sellerFacts(seller)} />
          <p className="mt-3">
            Pour lui écrire avant de réserver, passez par notre{" "}
            <a href={`${addresses.contact}?sujet=reservation`} className={textLinkClass}>
              page Contact
            </a>{" "}
            : nous transmettons. Ensuite, écrivez-lui depuis votre réservation. Son adresse et son
            téléphone sont dans l'e-mail de confirmation.
          </p>
        </>
      ) : (
        <p>Impossible de charger les mentions du praticien.</p>
      )}
    </details>,
  );
}
