import { CalendarOff, Lock, Mail, Undo2 } from "@lucide/icons";
import { type FormEvent, type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { hourLabel, ofHour, otherLabel, othersTitle } from "#core/bookings/cancellation/labels.ts";
import { peopleLabel, toldLabel } from "#core/bookings/period/labels.ts";
import { costOf, WORD_LENGTH } from "#core/bookings/period/rules.ts";
import type { Stop } from "#core/bookings/period/schema.ts";
import { formatShortDate, formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { controlClass } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { RetryKey } from "../../../ui/forms/retry-key.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { useHydrated } from "../../../ui/hooks/use-hydrated.ts";
import { Icon } from "../../../ui/pictures/icon.tsx";

export interface CancelPeriodAnswer {
  fields: Record<string, string[]>;
  typed: { slotIds: string[]; word: string };
}

export function CancelPeriodForm({
  from,
  to,
  stops,
  now,
  retryKey,
  answer,
}: {
  from: Date;
  to: Date;
  stops: Stop[];
  now: Date;
  retryKey: string;
  answer: CancelPeriodAnswer | undefined;
}) {
  const [ticked, setTicked] = useState(
    () => new Set(answer?.typed.slotIds ?? stops.map(({ slotId }) => slotId)),
  );
  const [word, setWord] = useState(answer?.typed.word ?? "");
  const hydrated = useHydrated();
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer?.fields);
  if (stops.length === 0) {
    return (
      <p className="mt-8 text-18">
        Rien n'est prévu pendant cette période. Personne n'est à prévenir.
      </p>
    );
  }
  const chosen = stops.filter(({ slotId }) => ticked.has(slotId));
  const cost = costOf(chosen);
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    setTicked(new Set(fields.getAll("slotId").map(String)));
    setWord(String(fields.get("word") ?? ""));
  };
  const act = (
    <Button type="submit" variant="clay" size="large" block busy={busy}>
      {cost.people > 0 ? "Annuler et prévenir" : "Annuler"}
    </Button>
  );
  const { slotIds = [], word: ofWord = [], to: ofPeriod = [] } = answer?.fields ?? {};
  const messages = [...slotIds, ...ofWord, ...ofPeriod];
  const first = chosen.find(({ people }) => people.length > 0);
  return (
    <Form ref={form} method="post" noValidate onChange={follow}>
      <RetryKey key={retryKey} value={retryKey} />
      <HiddenFields from={from.toISOString()} to={to.toISOString()} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start">
        <div className="mt-10 grid gap-10">
          <section aria-labelledby="arrets">
            <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="arrets" className="text-28">
                Ce qui s'arrête
              </h2>
              <p className="text-14 text-ink-soft">Décochez ce que vous tenez.</p>
            </div>
            <ul className="grid gap-3">
              {stops.map((stop) => (
                <StopRow
                  key={stop.slotId}
                  stop={stop}
                  isTicked={ticked.has(stop.slotId)}
                  now={now}
                />
              ))}
            </ul>
          </section>
          <section>
            <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-28">
                <label htmlFor="mot">Un mot pour eux</label>
              </h2>
              <p className="text-14 text-ink-soft">Facultatif</p>
            </div>
            <textarea
              id="mot"
              name="word"
              rows={4}
              maxLength={WORD_LENGTH}
              defaultValue={answer?.typed.word}
              aria-describedby="mot-aide"
              aria-invalid={answer?.fields.word ? true : undefined}
              className={`${controlClass} min-h-28 resize-y`}
            />
            <p
              id="mot-aide"
              className="mt-1.5 flex justify-between gap-4 text-14 text-ink-soft figures"
            >
              <span>Ajouté à l'e-mail, tel quel.</span>
              <span>
                {word.length} / {WORD_LENGTH}
              </span>
            </p>
          </section>
        </div>
        <aside className="lg:sticky lg:top-6 lg:mt-2">
          <section
            aria-labelledby="cout"
            className="rounded-card bg-surface p-6 shadow-soft ring ring-hairline"
          >
            <h2 id="cout" className="text-22">
              Ce que cela coûte
            </h2>
            <p aria-live="polite" className="mt-2.5 flex flex-wrap items-baseline gap-x-2.5">
              <b className="font-display text-36 leading-tight font-price figures">
                {formatPrice(cost.ownCents)}
              </b>
              <span className="text-ink-soft">de moins pour vous</span>
            </p>
            <dl className="mt-2 divide-y divide-sand-100 border-t border-sand-100 figures">
              {[
                ["Remboursé aux clients", formatPrice(cost.refundCents)],
                [
                  "Commission rendue",
                  `${cost.commissionCents > 0 ? "−" : ""}${formatPrice(cost.commissionCents)}`,
                ],
                ["Frais d'annulation", "0 €"],
              ].map(([name, value]) => (
                <div key={name} className="flex justify-between gap-4 py-2.5">
                  <dt>{name}</dt>
                  <dd className="font-strong">{value}</dd>
                </div>
              ))}
            </dl>
            <ul className="mt-3 grid gap-2 text-14 text-ink-soft">
              <Assurance of={Mail}>
                <b className="font-strong text-ink">{toldLabel(cost.people)}</b>
                {cost.people > 0 && " tout de suite, par e-mail."}
              </Assurance>
              {cost.people > 0 && (
                <Assurance of={Undo2}>
                  {cost.people === 1
                    ? "Remboursée en entier, sans rien demander."
                    : "Remboursées en entier, sans rien demander."}
                </Assurance>
              )}
              <Assurance of={CalendarOff}>
                Ces heures deviennent une absence : rien n'y est plus proposé.
              </Assurance>
              <Assurance of={Lock}>Aucun motif n'est demandé ni montré.</Assurance>
            </ul>
            {messages.map((message) => (
              <p key={message} role="alert" className="mt-3 text-14 font-label text-danger">
                {message}
              </p>
            ))}
            <div className="mt-5 max-lg:hidden">{act}</div>
            {!hydrated && (
              <Button type="submit" name="intent" value="cost" block className="mt-2">
                Recalculer
              </Button>
            )}
            <ButtonLink to={addresses.agenda} variant="quiet" block className="mt-1">
              Ne rien annuler
            </ButtonLink>
          </section>
          {first && <Preview stop={first} word={word.trim()} now={now} />}
        </aside>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-sand-300 bg-paper px-(--gutter,20px) py-3 low:static lg:hidden">
        <p className="figures">
          <b className="block font-display text-18 leading-tight font-price">
            {formatPrice(cost.refundCents)} rendus
          </b>
          <span className="block text-14 text-ink-soft">{toldLabel(cost.people)}</span>
        </p>
        <div>{act}</div>
      </div>
    </Form>
  );
}

function StopRow({ stop, isTicked, now }: { stop: Stop; isTicked: boolean; now: Date }) {
  const { slotId, start, title, others, refundCents, people, held, outside } = stop;
  const [weekday = "", day = ""] = formatShortDate(start).split(" ");
  const isFree = people.length + held + outside === 0;
  return (
    <li className={`rounded-card p-4 ring ring-sand-300 sm:p-5 ${isFree ? "" : "bg-surface"}`}>
      <input type="hidden" name={`refund-${slotId}`} value={refundCents} />
      <label className="grid cursor-pointer grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3.5 lg:grid-cols-[24px_56px_minmax(0,1fr)_auto]">
        <input
          type="checkbox"
          name="slotId"
          value={slotId}
          defaultChecked={isTicked}
          className="size-6 accent-sage-800"
        />
        <span
          aria-hidden="true"
          className={`hidden rounded-control py-1.5 text-center leading-tight figures lg:block ${isFree ? "bg-sand-100 text-ink-soft" : "bg-sage-100 text-sage-800"}`}
        >
          <small className="block text-14">{weekday}</small>
          <b className="block font-display text-22 font-price">{day}</b>
        </span>
        <span className="min-w-0">
          <span className="block text-14 text-ink-soft figures lg:sr-only">
            {weekday} {day}
            <span className="sr-only">, </span>
          </span>
          <b className="block font-strong wrap-anywhere figures">
            {formatTime(start)} · {title}
          </b>
          <small className="mt-0.5 block text-14 leading-snug text-ink-soft wrap-anywhere figures">
            {peopleLabel(stop)}
          </small>
        </span>
        <span className="font-display text-18 whitespace-nowrap font-price figures">
          {refundCents > 0 ? formatPrice(refundCents) : "–"}
        </span>
      </label>
      {others.length > 0 && (
        <div className="mt-3.5 border-t border-sand-100 pt-3 sm:ml-9.5">
          <p className="text-14 text-ink-soft">Proposé à la place</p>
          <ul className="mt-1.5 grid gap-1.5 sm:grid-cols-3">
            {others.map((other) => (
              <li
                key={other.slotId}
                className="flex justify-between gap-3 text-14 sm:block sm:rounded-control sm:bg-paper sm:px-3.5 sm:py-2.5"
              >
                <b className="block font-label whitespace-nowrap figures">
                  {hourLabel(other.start, now)}
                </b>
                <span className="block text-right text-ink-soft wrap-anywhere sm:text-left">
                  {otherLabel(other, title)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

function Assurance({ of, children }: { of: typeof Mail; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon of={of} className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </li>
  );
}

function Preview({ stop, word, now }: { stop: Stop; word: string; now: Date }) {
  const [person] = stop.people;
  if (!person) return null;
  return (
    <figure className="mt-6">
      <figcaption className="text-14 text-ink-soft">
        Ce que {person.firstName || "votre client"} recevra
      </figcaption>
      <div className="mt-2 grid gap-2 rounded-card bg-sand-100 px-5.5 py-5">
        <p className="font-strong">
          Votre {stop.kind === "session" ? "séance" : "activité"} {ofHour(stop.start, now)} n'aura
          pas lieu.
        </p>
        {person.dueCents > 0 && (
          <p>
            {formatPrice(person.dueCents)} vous sont rendus en entier, sous {REFUND_DELAY}.
          </p>
        )}
        {word && (
          <p className="font-display text-18 leading-snug whitespace-pre-line wrap-anywhere">
            « {word} »
          </p>
        )}
        {stop.others.length > 0 && (
          <>
            <p className="text-14 text-ink-soft">{othersTitle(stop.others.length)}</p>
            <ul className="figures">
              {stop.others.map(({ slotId, start, title, isOwn, professional }) => (
                <li key={slotId} className="wrap-anywhere">
                  {hourLabel(start, now)}, {title}
                  {!isOwn && `, avec ${professional}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </figure>
  );
}
