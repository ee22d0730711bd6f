import { type FormEvent, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { durationLabel, placeLabel } from "#core/catalogue/labels.ts";
import { shareMessage } from "#core/catalogue/publishing/labels.ts";
import { EXAMPLE_STEPS } from "#core/catalogue/publishing/rules.ts";
import type { AskedOverlap, Suggestion } from "#core/catalogue/publishing/schema.ts";
import type { Publishable } from "#core/catalogue/schema.ts";
import { COMMISSION_RATE, commission } from "#core/commission.ts";
import { addDays, dayKey, formatLongDay, formatShortDate, formatTime } from "#core/dates.ts";
import { amountText, cents, formatPrice, priceLabel } from "#core/money.ts";
import { priceAt } from "#core/prices/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/forms/choices.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { NumberField, SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { type Plan, planOf, startOf, type Typed } from "../agenda/price-plan.ts";
import { LengthChoices, Pick, Times } from "../agenda/radio-choices.tsx";
import { fallTexts } from "../authoring/fall-values.ts";
import { OverlapWarning } from "../authoring/overlap-warning.tsx";
import { SessionImage } from "../catalogue/session-image.tsx";
import { FallCard } from "./fall-card.tsx";

interface PublishAnswer {
  fields: Record<string, string[]>;
  typed: Record<string, string>;
  warning: AskedOverlap | null;
}

function firstTyped({ today, tomorrow }: Suggestion, chosen: Publishable): Typed {
  return {
    day: today.times.length > 0 ? "today" : "tomorrow",
    time: today.times[0] ?? "other",
    tomorrowTime: tomorrow.times[0] ?? "other",
    otherDay: addDays(tomorrow.day, 1),
    otherTime: "18:00",
    minutes: String(chosen.duration),
    otherMinutes: String(chosen.duration),
    seats: String(chosen.capacity),
    price: amountText(chosen.priceCents),
    fallFloor: amountText(chosen.fallFloorCents),
    ...(chosen.fallSteps && { falls: "1" }),
    ...fallTexts(chosen.fallSteps ?? EXAMPLE_STEPS),
  };
}

export function PublishForm({
  suggestion,
  chosen,
  retryKey,
  begun,
  answer,
  now,
}: {
  suggestion: Suggestion;
  chosen: Publishable;
  retryKey: string;
  begun: Typed | undefined;
  answer: PublishAnswer | undefined;
  now: Date;
}) {
  const { offerings, today, tomorrow } = suggestion;
  // A refused form says everything itself: a box that was unticked is not sent.
  const known: Typed = answer?.typed ?? { ...firstTyped(suggestion, chosen), ...begun };
  const [typed, setTyped] = useState<Typed>(known);
  const navigate = useNavigate();
  const navigation = useNavigation();
  const form = useFirstError(answer);
  const errors = answer?.fields ?? {};
  const warning = answer?.warning;
  const start = startOf(typed, suggestion);
  const plan = planOf(typed, start);
  const price = plan ? priceAt(plan.cuts, plan.base, now) : null;
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    setTyped(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])));
  };
  return (
    <Form ref={form} method="post" noValidate onChange={follow} className="mt-6">
      <RetryKey key={retryKey} value={retryKey} />
      <input type="hidden" name="today" value={today.day} />
      <input type="hidden" name="shownFor" value={chosen.id} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_364px]">
        <div className="grid content-start gap-5">
          <SelectField
            name="offeringId"
            label="Séance"
            error={errors.offeringId}
            defaultValue={chosen.id}
            onChange={(event) =>
              navigate(addresses.publishOf(event.target.value), {
                replace: true,
                preventScrollReset: true,
              })
            }
            choices={offerings.map(({ id, title }) => [id, title])}
          />
          <div className="group/when grid gap-5">
            <Choices legend="Jour" error={errors.start}>
              <Pick name="day" value="today" known={known} label="Aujourd'hui" />
              <Pick name="day" value="tomorrow" known={known} label="Demain" />
              <Pick name="day" value="other" known={known} label="Autre jour" />
            </Choices>
            <div className="hidden group-has-[[name=day][value=other]:checked]/when:block">
              <TextField
                name="otherDay"
                label="Le"
                type="date"
                min={today.day}
                defaultValue={known.otherDay}
              />
            </div>
            <div className="group-has-[[name=day]:not([value=today]):checked]/when:hidden">
              <Times name="time" times={today.times} known={known} />
            </div>
            <div className="hidden group-has-[[name=day][value=tomorrow]:checked]/when:block">
              <Times name="tomorrowTime" times={tomorrow.times} known={known} />
            </div>
            <div className="hidden group-has-[[name=day][value=other]:checked]/when:block group-has-[[name=day][value=today]:checked]/when:group-has-[[name=time][value=other]:checked]/when:block group-has-[[name=day][value=tomorrow]:checked]/when:group-has-[[name=tomorrowTime][value=other]:checked]/when:block">
              <TextField name="otherTime" label="À" type="time" defaultValue={known.otherTime} />
            </div>
          </div>
          <LengthChoices
            legend="Durée"
            lengths={[-15, 0, 15].map((more) => chosen.duration + more).filter((one) => one >= 15)}
            known={known}
            error={errors.minutes}
          >
            {warning && <OverlapWarning overlap={warning} />}
          </LengthChoices>
          {chosen.capacity > 1 && (
            <Field label="Places" error={errors.seats}>
              {(control) => <NumberInput {...control} name="seats" defaultValue={known.seats} />}
            </Field>
          )}
          <div className="group/price grid gap-5">
            <div>
              <div className="grid grid-cols-2 items-start gap-4">
                <Field label="Prix de départ (€)" error={errors.price}>
                  {(control) => (
                    <NumberInput {...control} decimal name="price" defaultValue={known.price} />
                  )}
                </Field>
                <NumberField
                  name="fallFloor"
                  label="Plancher (€)"
                  error={errors.fallFloor}
                  className="hidden group-has-[[name=falls]:checked]/price:block"
                  decimal
                  defaultValue={known.fallFloor}
                />
              </div>
              <p className="mt-1.5 text-14 text-ink-soft">
                Le prix habituel de cette séance.
                <span className="hidden group-has-[[name=falls]:checked]/price:inline">
                  {" "}
                  Jamais moins que le plancher.
                </span>
              </p>
            </div>
            <FallCard known={known} plan={plan} start={start} now={now} errors={errors} />
          </div>
        </div>
        <PublishPreview chosen={chosen} typed={typed} start={start} plan={plan} now={now} />
      </div>
      <div className="sticky bottom-0 z-10 mt-6 -mx-(--gutter,20px) flex items-center justify-between gap-4 border-t border-sand-300 bg-paper px-(--gutter,20px) py-3 low:static">
        <p className="figures">
          <b className="block font-display text-22 leading-tight font-price">
            {price === null ? "Prix à préciser" : priceLabel(price)}
          </b>
          <span className="block text-14 text-ink-soft">
            {price !== null &&
              price > 0 &&
              `${plan && plan.cuts.length > 0 ? "maintenant, " : ""}${formatPrice(cents(price - commission(price, COMMISSION_RATE)))} pour vous`}
          </span>
        </p>
        <Button type="submit" variant="clay" size="large" busy={navigation.formMethod === "POST"}>
          Mettre en ligne
        </Button>
      </div>
    </Form>
  );
}

interface PublishPreviewProps {
  chosen: Publishable;
  typed: Typed;
  start: Date | null;
  plan: Plan | null;
  now: Date;
}

function PublishPreview({ chosen, typed, start, plan, now }: PublishPreviewProps) {
  const priceCents = plan ? priceAt(plan.cuts, plan.base, now) : chosen.priceCents;
  const next = plan?.cuts.find(({ at }) => at > now);
  const isCut = plan !== null && priceCents < plan.base;
  const minutes = Number(typed.minutes === "other" ? typed.otherMinutes : typed.minutes);
  return (
    <aside aria-labelledby="apercu" className="self-start rounded-card bg-sand-100 p-5 lg:p-6">
      <h2 id="apercu" className="font-text text-16 leading-normal font-bold">
        Ce que vos clients verront
      </h2>
      <div className="mt-3 overflow-hidden rounded-card bg-surface ring ring-hairline">
        <div className="aspect-[16/8] overflow-hidden">
          <SessionImage session={chosen} sizes="364px" />
        </div>
        <div className="p-4">
          <p className="text-14 font-strong text-sage-600">{chosen.category}</p>
          <p className="mt-0.5 font-display text-22 leading-tight wrap-anywhere">{chosen.title}</p>
          <p className="mt-2 figures">
            {start ? `${formatLongDay(start)} à ${formatTime(start)}` : "Choisissez une heure"}
          </p>
          <div className="mt-2 flex items-end justify-between gap-3">
            <p className="text-14 text-ink-soft figures">
              {placeLabel(chosen)}
              {minutes > 0 && ` · ${durationLabel(minutes)}`}
              {isCut && <span className="mt-2 block">Tarif dernière minute</span>}
              {next && (
                <b className="block font-label text-ink">
                  {priceLabel(next.cents)} {whenNext(next.at, now)}
                </b>
              )}
            </p>
            <b
              className={`font-display text-28 leading-none font-price figures ${isCut ? "text-clay-600" : ""}`}
            >
              {priceLabel(priceCents)}
            </b>
          </div>
        </div>
      </div>
      {start && (
        <div className="mt-5 border-t border-sand-300 pt-4">
          <h2 className="font-text text-16 leading-normal font-bold">Le message à partager</h2>
          <p className="mt-1.5">{shareMessage({ ...chosen, start, priceCents }, now)}</p>
          <p className="mt-1 text-14 text-ink-soft">Prêt à copier une fois en ligne.</p>
        </div>
      )}
    </aside>
  );
}

function whenNext(at: Date, now: Date): string {
  const day = dayKey(at) === dayKey(now) ? "" : `le ${formatShortDate(at)} `;
  return `${day}à ${formatTime(at)}`;
}
