import { renderToStaticMarkup } from "react-dom/server";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { formatTime } from "#core/dates.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RESUME } from "../booking-summary.tsx";

/** HTML from the server, without script: seats whose payment is pending (rule: seat-hold). */
export function drawHeld({ mark }: OfferedSlot): string {
  const hold = mark?.hold;
  if (!hold) return "";
  const whose =
    hold.seats > 1 ? `Vos ${hold.seats} places sont réservées` : "Votre place est réservée";
  return renderToStaticMarkup(
    <>
      <Notice tone="success">
        {whose} jusqu'à {formatTime(hold.until)}.
      </Notice>
      {hold.checkoutUrl && (
        <a
          data-resume=""
          href={hold.checkoutUrl}
          className={buttonClass({ variant: "clay", size: "large", className: "mt-2" })}
        >
          {RESUME}
        </a>
      )}
      <a href={hold.cancelPath} className={buttonClass({ variant: "quiet" })}>
        Annuler ce paiement
      </a>
    </>,
  );
}
