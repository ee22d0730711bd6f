import { formatLongDate } from "#core/dates.ts";
import { ACCOUNT_BASIS_WORDS } from "#core/sanctions/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink, textLinkClass } from "../../ui/text-link.tsx";
import { RestrictionNotice } from "../reports/restriction-notice.tsx";
import type { findOwnRestrictions } from "./own-restrictions.server.ts";

export function OwnRestrictionNotices({
  notice,
  page,
  terms,
}: Awaited<ReturnType<typeof findOwnRestrictions>>) {
  return (
    <>
      {notice?.isRefusal && (
        <Notice tone="warning" className="mb-6">
          <p>
            Vous avez refusé nos nouvelles conditions. Votre contrat prend fin le{" "}
            {formatLongDate(notice.effectiveAt)} : rien de ce qui commence après ne peut être
            réservé.
          </p>
          <p className="mt-2 font-regular">
            <TextLink to={addresses.ownTerms}>Revenir sur ce refus</TextLink>,{" "}
            <a href={addresses.ownData} className={textLinkClass}>
              télécharger vos données
            </a>
            .
          </p>
        </Notice>
      )}
      {notice && !notice.isRefusal && (
        <Notice tone="warning" className="mb-6">
          <p>
            Notre relation prend fin le {formatLongDate(notice.effectiveAt)}. Rien de ce qui
            commence après ne peut être réservé.
          </p>
          <p className="mt-2 font-regular whitespace-pre-line wrap-anywhere">{notice.facts}</p>
          <p className="mt-2 font-regular">
            {ACCOUNT_BASIS_WORDS[notice.basis]}. Décidé le {formatLongDate(notice.decidedAt)}.
          </p>
          <p className="mt-2 font-regular">
            <TextLink to={addresses.contestAccountDecision(notice.token)}>
              {notice.isContested
                ? "Suivre votre contestation"
                : `Contester, jusqu'au ${formatLongDate(notice.until)}`}
            </TextLink>
            ,{" "}
            <a href={addresses.ownData} className={textLinkClass}>
              télécharger vos données
            </a>
            .
          </p>
        </Notice>
      )}
      {terms.map(({ id, summary, effectiveAt }) => (
        <Notice key={id} tone="info" className="mb-6">
          <p>Nos conditions changent le {formatLongDate(effectiveAt)}.</p>
          <p className="mt-2 font-regular whitespace-pre-line wrap-anywhere">{summary}</p>
          {!notice && (
            <p className="mt-2 font-regular">
              <TextLink to={addresses.ownTerms}>Refuser ces conditions</TextLink>
            </p>
          )}
        </Notice>
      ))}
      {page && <RestrictionNotice about="Votre page de praticien" restriction={page} />}
    </>
  );
}
