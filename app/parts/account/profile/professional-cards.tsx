import { BadgeCheck, Pencil, ShieldCheck } from "@lucide/icons";
import { PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import { paymentAccountState } from "#core/professionals/rules.ts";
import type { OwnProfessional } from "#core/professionals/schema.ts";
import {
  bufferLabel,
  noticeLabel,
  openingHoursLabel,
} from "#core/professionals/working-time/labels.ts";
import { NO_VAT, salesLabel } from "#core/taxes/labels.ts";
import type { OwnTaxDetails } from "#core/taxes/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { Rating } from "../../../ui/rating.tsx";
import { ArrowLink } from "../../../ui/text-link.tsx";

export function ProfessionalCard({
  professional,
  className = "",
}: {
  professional: OwnProfessional;
  className?: string;
}) {
  const { businessPostalCode, businessCity, rating, totalReviews, isVerified } = professional;
  const reviews = `${totalReviews} avis`;
  return (
    <Panel aria-labelledby="activite" className={className}>
      <CardHead id="activite" title="Informations professionnelles">
        <ButtonLink to={`${addresses.editProfile}#activite-professionnelle`} size="small">
          <Icon of={Pencil} className="size-4" />
          Modifier
          <span className="sr-only"> mes informations professionnelles</span>
        </ButtonLink>
      </CardHead>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-18 font-strong wrap-anywhere">{professional.businessName}</span>
        {isVerified && (
          <Badge tone="success">
            <Icon of={BadgeCheck} className="size-4" />
            Vérifié
          </Badge>
        )}
        {rating > 0 ? (
          <span className="flex gap-2">
            <Rating value={rating} />
            <span className="sr-only">, </span>
            <span className="text-ink-soft figures">{reviews}</span>
          </span>
        ) : (
          <span className="text-ink-soft">Pas encore d'avis</span>
        )}
      </p>
      <p className="mt-2 line-clamp-3 wrap-anywhere whitespace-pre-line text-ink-soft">
        {professional.businessDescription}
      </p>
      <Facts
        facts={[
          ["Adresse", professional.businessAddress],
          ["Ville", [businessPostalCode, businessCity].filter(Boolean).join(" ")],
          ["Téléphone", professional.businessPhone],
          ["Téléphone montré à vos clients", professional.shownPhone],
          ["SIRET", professional.siret],
        ]}
      />
      <ArrowLink to={addresses.receivedReviews} className="mt-4">
        Mes avis et mes réponses
      </ArrowLink>
      <PaymentAccount professional={professional} />
    </Panel>
  );
}

function PaymentAccount({ professional }: { professional: OwnProfessional }) {
  const state = paymentAccountState(professional);
  const { label, text, next } = PAYMENT_ACCOUNT_LABELS[state];
  return (
    <div className="mt-5 rounded-control bg-paper px-4 py-3">
      <h3 className="flex flex-wrap items-center gap-3 font-text text-16 font-strong">
        Compte de paiement<span className="sr-only"> : </span>
        <Badge tone={state === "ready" ? "success" : "clay-soft"}>{label}</Badge>
      </h3>
      <p className="mt-1.5 text-14 text-ink-soft">{text}</p>
      <ArrowLink to={addresses.paymentAccount}>{next}</ArrowLink>
    </div>
  );
}

export function TaxNotice({
  tax: { isHeld, heldFrom },
  className = "",
}: {
  tax: Pick<OwnTaxDetails, "isHeld" | "heldFrom">;
  className?: string;
}) {
  return (
    <Notice tone={isHeld ? "danger" : "warning"} className={className}>
      {isHeld
        ? "Après deux rappels, la loi nous interdit de publier de nouvelles séances et de nouveaux créneaux. Ce qui est publié reste réservable. Complétez vos informations : c'est levé aussitôt."
        : `Vos ventes ont atteint le seuil de déclaration : complétez vos informations.${
            heldFrom
              ? ` Sans elles, rien de nouveau ne pourra être publié à partir du ${heldFrom}.`
              : ""
          }`}
    </Notice>
  );
}

export function TaxCard({ tax, className = "" }: { tax: OwnTaxDetails; className?: string }) {
  const { details, vat, isDue } = tax;
  return (
    <Panel aria-labelledby="fiscalite" className={className}>
      <CardHead id="fiscalite" title="Mes informations fiscales">
        <ButtonLink to={addresses.taxDetails} size="small">
          <Icon of={Pencil} className="size-4" />
          {details ? "Modifier" : "Compléter"}
          <span className="sr-only"> mes informations fiscales</span>
        </ButtonLink>
      </CardHead>
      {isDue && <TaxNotice tax={tax} className="mt-4" />}
      <Facts
        facts={[
          ["Vendeur", details?.legalName ?? null],
          ["TVA", vat && (vat.vatNumber ?? NO_VAT)],
          ["Ventes de l'année", salesLabel(tax)],
        ]}
      />
    </Panel>
  );
}

export interface VerificationState {
  isVerified: boolean;
  text: string;
}

export function VerificationCard({ state: { isVerified, text } }: { state: VerificationState }) {
  return (
    <Panel aria-labelledby="verification">
      <CardHead id="verification" title="Ma vérification">
        <ButtonLink to={addresses.verification} size="small">
          <Icon of={ShieldCheck} className="size-4" />
          {isVerified ? "Voir" : "Compléter"}
          <span className="sr-only"> ma vérification</span>
        </ButtonLink>
      </CardHead>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <Badge tone={isVerified ? "success" : "sand"}>
          {isVerified ? "Profil vérifié" : "Sans coche"}
        </Badge>
      </p>
      <p className="mt-3 text-ink-soft">{text}</p>
    </Panel>
  );
}

export function WorkingTimeCard({
  professional,
  className = "",
}: {
  professional: OwnProfessional;
  className?: string;
}) {
  const { bufferMinutes, noticeMinutes, openingHours } = professional;
  return (
    <Panel aria-labelledby="horaires" className={className}>
      <CardHead id="horaires" title="Mes horaires">
        <ButtonLink to={addresses.workingTime} size="small">
          <Icon of={Pencil} className="size-4" />
          Modifier
          <span className="sr-only"> mes horaires</span>
        </ButtonLink>
      </CardHead>
      <Facts
        facts={[
          ["Pause entre deux rendez-vous", bufferLabel(bufferMinutes)],
          ["Réservable jusqu'à", noticeLabel(noticeMinutes)],
          ["Heures habituelles", openingHoursLabel(openingHours)],
        ]}
      />
    </Panel>
  );
}
