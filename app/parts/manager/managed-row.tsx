import { ChevronDown, Copy, EllipsisVertical, Pencil, Trash2 } from "@lucide/icons";
import { useRef } from "react";
import { type DiscoverBehavior, Form, Link, useFetcher } from "react-router";
import { fullnessLabel } from "#core/bookings/lists/labels.ts";
import { comingOf } from "#core/bookings/lists/rules.ts";
import { editionPath, isUpcoming } from "#core/bookings/rules.ts";
import type { ManagedOffering, ManagedSlot } from "#core/bookings/schema.ts";
import { durationLabel, nextSlotLabel, placeLabel } from "#core/catalogue/labels.ts";
import { WITHHELD_ACTS, WITHHELD_LABELS } from "#core/catalogue/removals/labels.ts";
import { formatShortDate } from "#core/dates.ts";
import { fallingLabel } from "#core/prices/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { DeleteDialog } from "../authoring/delete-dialog.tsx";
import { SessionImage } from "../catalogue/session-image.tsx";
import { ManagedSlots } from "./managed-slots.tsx";

interface ManagedRowProps {
  offering: ManagedOffering;
  state: string | undefined;
  now: Date;
  discover: DiscoverBehavior;
}

export function ManagedRow({ offering, state, now, discover }: ManagedRowProps) {
  const upcoming = comingOf(offering.slots, now);
  const facts = [
    whenLabel(offering, upcoming[0]?.start ?? null, now),
    durationLabel(offering.duration),
    placeLabel(offering),
    fallingLabel(offering.price, now),
  ];
  return (
    <li className="py-5">
      <div className="flex items-start gap-4 max-lg:flex-wrap">
        <div
          className={`h-18 w-24 shrink-0 overflow-hidden rounded-control ${state ? "grayscale" : ""}`}
        >
          <SessionImage session={offering} sizes="96px" />
        </div>
        <div className="min-w-0 flex-1 max-sm:basis-40">
          <h4 className="text-16 font-strong wrap-anywhere">
            <Link
              to={addresses.offering(offering.kind, offering.id)}
              discover={discover}
              className="text-ink no-underline hover:underline"
            >
              {offering.title}
            </Link>
          </h4>
          <p className="mt-0.5 text-14 text-ink-soft figures">{facts.join(" · ")}</p>
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            {upcoming.length > 0 && <Fullness slots={upcoming} />}
            {state && (
              <Badge tone="sand">
                {offering.withheld ? WITHHELD_LABELS[offering.withheld] : state}
              </Badge>
            )}
          </div>
        </div>
        <RowActions offering={offering} discover={discover} />
      </div>
      {offering.slots.length > 0 && (
        <details className="group mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-label text-sage-600">
            Créneaux et réservations
            <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <ManagedSlots
            edition={editionPath(offering.kind, offering.id)}
            slots={offering.slots}
            now={now}
            discover={discover}
          />
        </details>
      )}
    </li>
  );
}

function whenLabel({ slots }: ManagedOffering, start: Date | null, now: Date): string {
  const last = slots.findLast((slot) => !isUpcoming(slot.start, now));
  if (!start && last) return `Dernier créneau : ${formatShortDate(last.start)}`;
  const next = nextSlotLabel(start, now);
  return [next.label, next.date].filter(Boolean).join(" · ");
}

function Fullness({ slots }: { slots: ManagedSlot[] }) {
  const sum = (of: (slot: ManagedSlot) => number) => slots.reduce((all, one) => all + of(one), 0);
  const taken = sum((slot) => slot.taken);
  const seats = sum((slot) => slot.taken + slot.availableSpots);
  return (
    <span className="inline-flex items-center gap-3 text-14 figures">
      <progress
        max={seats}
        value={taken}
        aria-hidden
        className="h-1.5 w-18 overflow-hidden rounded-full bg-sand-100 [&::-moz-progress-bar]:bg-sage-600 [&::-webkit-progress-bar]:bg-sand-100 [&::-webkit-progress-value]:bg-sage-600"
      />
      {fullnessLabel({ taken, seats, outside: sum(({ outside }) => outside) })}
    </span>
  );
}

const itemClass =
  "flex min-h-11 w-full items-center gap-3 px-4 text-left no-underline hover:bg-sand-100";

interface RowActionsProps {
  offering: ManagedOffering;
  discover: DiscoverBehavior;
}

function RowActions({ offering, discover }: RowActionsProps) {
  const { kind, id, title, isActive, withheld } = offering;
  const key = `active-${id}`;
  const fetcher = useFetcher({ key });
  const edit = editionPath(kind, id);
  const creation = kind === "session" ? addresses.addSession : addresses.addActivity;
  const question = `supprimer-${id}`;
  const menu = useRef<HTMLDetailsElement>(null);
  const closeMenu = () => {
    const isHere = menu.current?.contains(document.activeElement);
    menu.current?.removeAttribute("open");
    if (isHere) menu.current?.querySelector("summary")?.focus();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isActive && (
        <ButtonLink to={addresses.publishOf(id)} discover={discover} size="small">
          Nouveau créneau
          <span className="sr-only"> : {title}</span>
        </ButtonLink>
      )}
      <ButtonLink to={edit} discover={discover} size="small">
        <Icon of={Pencil} className="size-4" />
        {withheld ? WITHHELD_ACTS[withheld] : "Modifier"}
        <span className="sr-only"> {title}</span>
      </ButtonLink>
      {!withheld && (
        <Form
          method="post"
          action={edit}
          navigate={false}
          fetcherKey={key}
          discover={discover}
          preventScrollReset
        >
          <input type="hidden" name="intent" value={isActive ? "deactivate" : "activate"} />
          <Button
            type="submit"
            size="small"
            variant={isActive ? "quiet" : "outline"}
            busy={fetcher.state !== "idle"}
          >
            {isActive ? "Désactiver" : "Réactiver"}
            <span className="sr-only"> {title}</span>
          </Button>
        </Form>
      )}
      <details ref={menu} name="row-actions" className="relative">
        <summary className={buttonClass({ variant: "quiet", size: "small" })}>
          <Icon of={EllipsisVertical} className="size-4" />
          <span className="sr-only">Autres actions pour {title}</span>
        </summary>
        <ul className="absolute right-0 z-10 mt-1 w-48 rounded-control bg-surface py-1 shadow-soft ring ring-hairline max-xs:right-auto max-xs:left-0">
          {!withheld && (
            <li>
              <Link to={`${creation}?modele=${id}`} className={itemClass}>
                <Icon of={Copy} className="size-4" />
                Dupliquer
              </Link>
            </li>
          )}
          <li>
            <button type="button" popoverTarget={question} className={itemClass}>
              <Icon of={Trash2} className="size-4" />
              Supprimer
            </button>
          </li>
        </ul>
      </details>
      <DeleteDialog
        id={question}
        kind={kind}
        edition={edit}
        discover={discover}
        title={title}
        onClosed={closeMenu}
      />
    </div>
  );
}
