import { Form } from "react-router";
import { CONTEST_LABELS } from "#core/bookings/presence/labels.ts";
import { CONTEST_WITHIN, CONTESTS, canContest } from "#core/bookings/presence/rules.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";

interface PresenceCodeProps {
  code: string;
  qr: string;
  isOpen?: boolean;
}

/** The QR is a link for the professional's own camera (rule: presence-code). */
export function PresenceCode({ code, qr, isOpen = false }: PresenceCodeProps) {
  return (
    <details open={isOpen} className="mt-4 rounded-control bg-sand-100 px-4 py-3">
      <summary className="min-h-11 cursor-pointer content-center font-label">
        Votre code de présence :{" "}
        <strong className="font-display text-22 font-price tracking-widest lining-nums">
          {code}
        </strong>
      </summary>
      <p className="mt-2 text-14">
        À montrer en arrivant. Votre praticien le saisit, ou scanne ce QR avec son téléphone.
      </p>
      <PresenceQr code={code} qr={qr} className="mt-3 rounded-control bg-white p-1" />
    </details>
  );
}

export function PresenceQr(props: { code: string | null; qr: string; className: string }) {
  return (
    <div
      role="img"
      aria-label={`QR du code ${props.code}`}
      className={`size-44 text-black [&>svg]:size-full ${props.className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by platform/qr.server.ts from an id and four digits
      dangerouslySetInnerHTML={{ __html: props.qr }}
    />
  );
}

export function ContestButtons({ busy = false }: { busy?: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {CONTESTS.map((word) => (
        <Button key={word} type="submit" name="word" value={word} size="small" busy={busy}>
          {CONTEST_LABELS[word]}
        </Button>
      ))}
    </div>
  );
}

/** Contestable for 48 hours. */
export function Absence({ booking, now }: { booking: BookingView; now: Date }) {
  const { id, presenceAt, contestedAt } = booking;
  if (contestedAt) {
    return <p className="mt-4 text-14">Noté absent, ce que vous contestez : cela ne compte pas.</p>;
  }
  if (!canContest(booking, now) || !presenceAt) {
    return <p className="mt-4 text-14">Votre praticien vous a noté absent.</p>;
  }
  const until = new Date(presenceAt.getTime() + CONTEST_WITHIN);
  return (
    <Form method="post" className="mt-4 grid justify-items-start gap-3">
      <p className="text-14">
        Votre praticien vous a noté absent. Vous pouvez le contester jusqu'au {formatLongDay(until)}{" "}
        à {formatTime(until)}.
      </p>
      <HiddenFields bookingId={id} intent="contest" />
      <ContestButtons />
    </Form>
  );
}
