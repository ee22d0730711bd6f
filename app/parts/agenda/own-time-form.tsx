import { Form, Link, useNavigation } from "react-router";
import type { Publishable } from "#core/catalogue/schema.ts";
import { addDays, dayKey } from "#core/dates.ts";
import { OWN_TIME_LABELS, quickLabel, seatedLabel, willCloseText } from "#core/own-time/labels.ts";
import type { Consequences, OwnTimeKind } from "#core/own-time/schema.ts";
import * as addresses from "#site/addresses.ts";
import * as own from "#site/own-addresses.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { SelectField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { LengthChoices } from "./radio-choices.tsx";

export interface OwnTimeAnswer {
  fields: Record<string, string[]>;
  typed: Record<string, string>;
  found: Consequences | null;
  key: string | undefined;
}

const TITLES: Record<OwnTimeKind, { label: string; hint: string }> = {
  busy: { label: "Pour quoi", hint: "Personne d'autre ne le lit." },
  outside: { label: "Son nom", hint: "Personne d'autre ne le lit." },
  absence: { label: "Pour quoi", hint: "« Vacances ». Personne d'autre ne le lit." },
};

interface OwnTimeFormProps {
  kind: OwnTimeKind;
  retryKey: string;
  today: string;
  quick: readonly { start: Date; end: Date }[];
  offerings: readonly Publishable[];
  answer: OwnTimeAnswer | undefined;
}

/** The form of hours that somebody keeps for themselves (rule: own-time). */
export function OwnTimeForm({ kind, retryKey, today, quick, offerings, answer }: OwnTimeFormProps) {
  const { formMethod } = useNavigation();
  const form = useFirstError(answer);
  const errors = answer?.fields ?? {};
  const typed = answer?.typed ?? { day: today };
  const found = answer?.found;
  const { label, hint } = TITLES[kind];
  const input = (name: string, type: "date" | "time", min?: string) => (control: object) => (
    <TextInput {...control} type={type} name={name} min={min} defaultValue={typed[name]} />
  );
  return (
    <>
      {kind === "busy" && <Quick stretches={quick} retryKey={retryKey} />}
      <Form ref={form} method="post" noValidate className="mt-6 grid gap-5">
        <RetryKey key={retryKey} value={retryKey} />
        <input type="hidden" name="kind" value={kind} />
        {kind === "absence" ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Du" error={errors.from}>
              {input("from", "date", today)}
            </Field>
            <Field label="Au" hint="Ce jour compris." error={errors.to}>
              {input("to", "date", today)}
            </Field>
          </div>
        ) : (
          <div className="grid grid-cols-2 gap-5 sm:grid-cols-3">
            <Field label="Le" error={errors.day} className="max-sm:col-span-2">
              {input("day", "date", today)}
            </Field>
            <Field label={kind === "outside" ? "À" : "De"} error={errors.from ?? errors.start}>
              {input("fromTime", "time")}
            </Field>
            {kind === "busy" && (
              <Field label="À" error={errors.to}>
                {input("toTime", "time")}
              </Field>
            )}
          </div>
        )}
        {kind === "outside" && <Visit offerings={offerings} typed={typed} errors={errors} />}
        <Field label={label} hint={hint} optional error={errors.title}>
          {(control) => (
            <TextInput {...control} name="title" autoComplete="off" defaultValue={typed.title} />
          )}
        </Field>
        {found && <Found {...found} from={typed.from ?? ""} to={typed.to ?? ""} />}
        <div>
          <Button type="submit" variant="sage" busy={formMethod === "POST"}>
            {found
              ? "Noter cette absence"
              : kind === "absence"
                ? "Voir ce que cela ferme"
                : "Noter"}
          </Button>
        </div>
      </Form>
    </>
  );
}

function lengthsOf(offerings: readonly Publishable[]): number[] {
  const own = [...new Set(offerings.map(({ duration }) => duration))].slice(0, 4);
  return (own.length > 0 ? own : [30, 60, 90]).sort((one, other) => one - other);
}

interface VisitProps extends Pick<OwnTimeAnswer, "typed"> {
  offerings: readonly Publishable[];
  errors: Record<string, string[]>;
}

function Visit({ offerings, typed, errors }: VisitProps) {
  return (
    <>
      <SelectField
        name="offeringId"
        label="Séance"
        hint="Si elle a un créneau à cette heure, ce client y prend une place."
        optional
        error={errors.offeringId ?? errors.seats}
        defaultValue={typed.offeringId ?? ""}
        choices={[
          ["", "Aucune en particulier"],
          ...offerings.map(({ id, title }) => [id, title] as const),
        ]}
      />
      <LengthChoices
        legend="Durée, si ce n'est pas celle de la séance"
        lengths={lengthsOf(offerings)}
        known={typed}
        error={errors.minutes ?? errors.to}
      />
    </>
  );
}

interface QuickProps {
  stretches: readonly { start: Date; end: Date }[];
  retryKey: string;
}

function Quick({ stretches, retryKey }: QuickProps) {
  return (
    <Form method="post" aria-label="Tout de suite" className="mt-5">
      <RetryKey key={retryKey} value={retryKey} />
      <input type="hidden" name="kind" value="busy" />
      <ul className="grid gap-3 sm:grid-cols-2">
        {stretches.map(({ start, end }) => (
          <li key={+end}>
            <Button
              type="submit"
              name="quick"
              value={`${start.toISOString()} ${end.toISOString()}`}
              block
              className="figures"
            >
              {quickLabel({ start, end })}
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  );
}

function Found({ booked, from, to, ...rest }: Consequences & { from: string; to: string }) {
  const link =
    "inline-flex min-h-11 items-center underline underline-offset-4 hover:text-sage-600 figures";
  return (
    <Notice role="alert" tone={booked.length > 0 ? "warning" : "info"}>
      <input type="hidden" name="knowing" value="1" />
      <p>{willCloseText({ booked, ...rest })}</p>
      {booked.length > 0 ? (
        <>
          <p className="mt-1 font-regular text-ink">
            Ces séances restent réservées. Proposez une autre heure à vos clients, ou annulez-les :
            chacun est remboursé et prévenu.
          </p>
          <ul className="mt-2 grid gap-1">
            {booked.map((slot) => (
              <li key={slot.slotId} className="flex flex-wrap gap-x-5">
                <Link to={addresses.agendaSlot(dayKey(slot.start), slot.slotId)} className={link}>
                  {seatedLabel(slot)}
                </Link>
                <Link to={addresses.propose(slot.slotId)} className={`${link} text-ink`}>
                  Proposer une autre heure
                  <span className="sr-only"> : {seatedLabel(slot)}</span>
                </Link>
              </li>
            ))}
          </ul>
          <Link
            to={own.callOffBetween(`${from}T00:00`, `${addDays(to, 1)}T00:00`)}
            className={link}
          >
            Annuler ce qui est réservé
          </Link>
        </>
      ) : (
        <p className="mt-1 font-regular text-ink">Personne n'y est inscrit.</p>
      )}
    </Notice>
  );
}

export const OWN_TIME_TABS = {
  occupe: "busy",
  "hors-site": "outside",
  absence: "absence",
} as const satisfies Record<string, OwnTimeKind>;

export function OwnTimeTabs({ current }: { current: OwnTimeKind }) {
  return (
    <nav aria-label="Type" className="mt-4 flex flex-wrap gap-1 rounded-control bg-sand-100 p-1">
      {Object.entries(OWN_TIME_TABS).map(([type, kind]) => (
        <Link
          key={type}
          to={addresses.ownTime(type)}
          replace
          aria-current={kind === current ? "page" : undefined}
          className="grid min-h-11 flex-1 place-items-center rounded-control px-3 text-center font-medium no-underline aria-[current]:bg-surface aria-[current]:shadow-soft"
        >
          {OWN_TIME_LABELS[kind]}
        </Link>
      ))}
    </nav>
  );
}
