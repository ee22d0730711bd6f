import { Link2 } from "@lucide/icons";
import { Form, useNavigation } from "react-router";
import { atPrice, gapHours, gapQuestion, gapReason } from "#core/calendars/gaps/labels.ts";
import type { Gap } from "#core/calendars/schema.ts";
import { dayKey, formatTime, formatWeekday, toParis } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** Hours that a private calendar set free, each offered back as a place (rule: gap). */
export function GapBand({ gaps, now }: { gaps: readonly Gap[]; now: Date }) {
  const { formData } = useNavigation();
  const isBusy = (intent: string, id: string) =>
    formData?.get("intent") === intent && formData.get("gapId") === id;
  return gaps.map((gap) => (
    <section
      key={gap.id}
      aria-label={`Trou d'agenda, ${gapHours(gap)}`}
      className="mt-5 rounded-card bg-clay-100 px-5 pt-7 pb-5 text-center lg:flex lg:items-center lg:justify-between lg:gap-8 lg:py-3.5 lg:pr-6 lg:pl-7 lg:text-left"
    >
      <div>
        <p className="grid justify-items-center gap-3 lg:flex lg:items-center lg:gap-5">
          <span className="inline-flex items-center gap-2.5 text-clay-700">
            <Arc d="M16 3C2 17 2 47 16 61" />
            <b className="font-display text-28 leading-none font-regular figures">
              {gapHours(gap)}
            </b>
            <Arc d="M4 3C18 17 18 47 4 61" />
          </span>{" "}
          <span className="font-label figures lg:font-display lg:text-22 lg:leading-tight lg:font-regular">
            {gapQuestion(gap, now)}
          </span>
        </p>
        <p className="mt-1 text-14 figures lg:pl-0.5">
          {gapReason(gap)} {gap.offeringTitle}, {gap.minutes} min.
        </p>
      </div>
      <Form
        method="post"
        className="mt-4 grid grid-cols-2 gap-2 lg:mt-0 lg:flex lg:shrink-0 lg:items-center"
      >
        <HiddenFields gapId={gap.id} cents={gap.priceCents} />
        <IntentButton
          intent="publish-gap"
          variant="sage"
          className="col-span-2 lg:order-3"
          busy={isBusy("publish-gap", gap.id)}
        >
          Publier {atPrice(gap.priceCents)}
        </IntentButton>
        <ButtonLink
          to={addresses.publishAt(gap.offeringId, toParis(gap.start))}
          className="bg-transparent lg:order-2"
        >
          Ajuster
        </ButtonLink>
        <IntentButton
          intent="decline-gap"
          variant="quiet"
          className="lg:order-1"
          busy={isBusy("decline-gap", gap.id)}
        >
          Non merci
        </IntentButton>
      </Form>
    </section>
  ));
}

function Arc({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 20 64" aria-hidden="true" className="h-14 w-4.5">
      <path d={d} fill="none" className="stroke-clay-600" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

interface CalendarsLineProps {
  readAt: Date | null;
  calendars: number;
  isFailing: boolean;
  now: Date;
}

export function CalendarsLine({ readAt, calendars, isFailing, now }: CalendarsLineProps) {
  const day = readAt && dayKey(readAt) !== dayKey(now) ? `${formatWeekday(readAt)} ` : "";
  const names = calendars > 1 ? "Agendas privés relus" : "Agenda privé relu";
  return (
    <p className="mt-6 flex items-center gap-2 text-14 text-ink-soft figures">
      <Icon of={Link2} className="size-4 shrink-0" />
      <span>
        {isFailing
          ? "Un agenda privé ne peut plus être lu."
          : readAt
            ? `${names} ${day}à ${formatTime(readAt)}.`
            : "Votre agenda privé peut fermer vos créneaux."}{" "}
        <TextLink to={addresses.ownCalendars}>Vos agendas</TextLink>
      </span>
    </p>
  );
}
