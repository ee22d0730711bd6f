import { type ReactNode, useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import type { ScheduleEffect } from "#core/catalogue/schedule/schema.ts";
import { formatShortDate, formatTime } from "#core/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { ScheduleAnswer } from "./schedule-values.ts";

const IN_SIGHT = 6;

interface PreviewAndSaveProps {
  answer: ScheduleAnswer | undefined;
  save: string;
}

export function PreviewAndSave({ answer, save }: PreviewAndSaveProps) {
  const busy = useNavigation().formMethod === "POST";
  const effect = answer?.effect;
  const ask = { type: "submit", name: "intent", value: "preview" } as const;
  if (!effect) {
    return (
      <div>
        <Button {...ask} variant="sage" busy={busy}>
          Voir ce que cela change
        </Button>
      </div>
    );
  }
  return (
    <>
      <ScheduleEffectPanel effect={effect} isOther={answer.isOther} />
      <input type="hidden" name="seen" value={answer.seen} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="save" variant="clay" busy={busy}>
          {save}
        </Button>
        <Button {...ask} variant="quiet">
          Revoir ce que cela change
        </Button>
      </div>
    </>
  );
}

function ScheduleEffectPanel({ effect, isOther }: { effect: ScheduleEffect; isOther: boolean }) {
  const { created, closed, kept, removed, blocked } = effect;
  const instants = new Set(closed.map(Number));
  const open = created.filter((start) => !instants.has(+start));
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (effect) title.current?.focus();
  }, [effect]);
  const booked = kept.filter(({ live }) => live > 0);
  return (
    <section aria-labelledby="effet" className="rounded-card bg-sand-100 p-4 lg:p-5">
      <h2 id="effet" ref={title} tabIndex={-1} className="text-22">
        Ce que cela change
      </h2>
      {isOther && (
        <Notice role="alert" className="mt-3">
          Vos créneaux ont changé entre-temps : voici ce que cela change maintenant.
        </Notice>
      )}
      <div className="mt-3 grid gap-4">
        <Starts title={counted(open.length, "créé")} starts={open} />
        {closed.length > 0 && (
          <Starts title={counted(closed.length, "fermé")} starts={closed}>
            Une absence ou un moment occupé est à ces heures : on n'y réserve pas tant qu'il y
            reste.
          </Starts>
        )}
        <Starts
          title={counted(removed.length, "retiré")}
          starts={removed.map(({ start }) => start)}
        />
        <Starts title={counted(kept.length, "gardé")} starts={kept.map(({ start }) => start)}>
          {booked.length > 0 &&
            (booked.length === 1
              ? "L'un d'eux est réservé : il reste, quoi qu'il arrive."
              : `${booked.length} d'entre eux sont réservés : ils restent, quoi qu'il arrive.`)}
        </Starts>
        {blocked.length > 0 && (
          <Starts title={`${counted(blocked.length, "laissé")} de côté`} starts={blocked}>
            Vous êtes déjà pris à ces heures.
          </Starts>
        )}
      </div>
    </section>
  );
}

function counted(count: number, done: string): string {
  if (count === 0) return `Aucun créneau ${done}`;
  return count === 1 ? `1 créneau ${done}` : `${count} créneaux ${done}s`;
}

interface StartsProps {
  title: string;
  starts: readonly Date[];
  children?: ReactNode;
}

function Starts({ title, starts, children }: StartsProps) {
  const list = (some: readonly Date[]) => (
    <ul className="mt-1 grid gap-x-5 gap-y-0.5 text-14 figures sm:grid-cols-2">
      {some.map((start) => (
        <li key={+start}>
          {formatShortDate(start)} à {formatTime(start)}
        </li>
      ))}
    </ul>
  );
  const rest = starts.slice(IN_SIGHT);
  return (
    <div>
      <h3 className="font-text text-16 leading-normal font-strong figures">{title}</h3>
      {children && <p className="text-14 text-ink-soft figures">{children}</p>}
      {list(starts.slice(0, IN_SIGHT))}
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-14 font-label underline underline-offset-4">
            {rest.length === 1 ? "Le dernier" : `Les ${rest.length} autres`}
            <span className="sr-only"> : {title}</span>
          </summary>
          {list(rest)}
        </details>
      )}
    </div>
  );
}
