import { data, redirect, redirectDocument } from "react-router";
import { bookSlot, mayHold, newGuestProof } from "#core/bookings/book-slot.server.ts";
import type { Context } from "#core/context.server.ts";
import { AppError } from "#core/errors.ts";
import { isId } from "#core/payments/rules.ts";
import { asFormError, asGuestFormError } from "../../errors.server.ts";
import { readGuestProof, writeGuestProof } from "../../guest-proof.server.ts";
import { keepNote, readNote } from "../../pending-note.server.ts";
import { readForm } from "../../read-form.ts";

/**
 * What the booking form of a page asks for: the checkout next, or why not; or the login first.
 *
 * @param path of the page, where a login leads back to.
 */
export async function book(
  ctx: Context,
  request: Request,
  { path, ...offering }: { path: string } & ({ sessionId: string } | { activityId: string }),
) {
  const form = await readForm(request);
  const field = (name: string) => String(form[name] ?? "");
  const offeringId = "sessionId" in offering ? offering.sessionId : offering.activityId;
  // Of the slot only what may be one comes back with the page.
  const slotId = isId(field("slotId")) ? field("slotId") : "";
  const asked = { slotId, email: field("email"), note: field("bookingNotes") };
  // The login ended while the page was open: its form had no field for a guest's e-mail.
  if ("signedIn" in form && !ctx.actor) {
    const failure = asFormError(new AppError("unauthenticated"), "Connexion requise");
    return data({ ...failure.data, asked }, failure.init ?? {});
  }
  if (field("intent") === "log-in") {
    const here = slotId ? `${path}?creneau=${slotId}` : path;
    const login = `/connexion?suite=${encodeURIComponent(here)}`;
    const headers = new Headers({
      "Set-Cookie": keepNote(ctx, offeringId, field("bookingNotes")),
    });
    return redirect(login, { headers });
  }
  const headers = new Headers();
  const guestProof = ctx.actor ? undefined : (readGuestProof(request) ?? newGuestProof());
  const keepProof = () =>
    guestProof && headers.append("Set-Cookie", writeGuestProof(ctx, guestProof));
  try {
    const { url } = await bookSlot(ctx, {
      ...offering,
      slotId: field("slotId"),
      amount: Number(field("amount")),
      bookingNotes: field("bookingNotes"),
      ...(!ctx.actor && { email: field("email"), guestProof }),
    });
    keepProof();
    if (readNote(request, offeringId)) headers.append("Set-Cookie", keepNote(ctx, offeringId, ""));
    // Another document, so that the result of what costs nothing begins at its top as well.
    return redirectDocument(url, { headers });
  } catch (error) {
    const failure = asGuestFormError(error);
    if (mayHold(error)) keepProof();
    return data({ ...failure.data, asked }, { ...failure.init, headers });
  }
}
