import { setTimeout } from "node:timers/promises";
import { data, redirect, redirectDocument } from "react-router";
import { bookSlot, mayHold } from "#core/bookings/book-slot.server.ts";
import type { Context } from "#core/context.server.ts";
import { AppError, isAppError } from "#core/errors.ts";
import { answerOnceInSteps, proveGuest } from "#core/idempotency/answer-once.server.ts";
import { isId } from "#core/payments/rules.ts";
import { hashSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { readGuestProof, writeGuestProof } from "../../cookies/cookies.server.ts";
import { keepNote, readNote } from "../../cookies/pending-note.server.ts";
import { asFormError, asGuestFormError, withKept } from "../../failures/errors.server.ts";
import { callOf, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";

export async function book(
  ctx: Context,
  request: Request,
  offering: { sessionId: string } | { activityId: string },
) {
  const form = await readFields(request);
  const field = (name: string) => String(form.get(name) ?? "");
  const [kind, offeringId] =
    "sessionId" in offering ? ["session", offering.sessionId] : ["activity", offering.activityId];
  const chosen = field("slotId");
  const shown = field(`price-${chosen}`);
  // The slot id comes back with the page only if it could be one.
  const slotId = isId(chosen) ? chosen : "";
  // Without scripts there is a choice for all slots beside the one for the first of them.
  const typed = field("seatsOfAny") || field("seats");
  const seats = typed ? Number(typed) : 1;
  const asked = {
    seats: typed || "1",
    ...{ slotId, email: field("email"), note: field("bookingNotes") },
    smsNumber: field("smsNumber"),
  };
  // The login ended while the page was open.
  if (form.has("signedIn") && !ctx.actor) {
    return withKept(asFormError(new AppError("unauthenticated"), "Connexion requise"), { asked });
  }
  if (field("intent") === "log-in") {
    const page = kind === "session" ? addresses.sessionForm : addresses.activity;
    const here = page(encodeURIComponent(offeringId), slotId, seats);
    const headers = new Headers({ "Set-Cookie": keepNote(ctx, offeringId, asked) });
    return redirect(addresses.logInThen(here), { headers });
  }
  const headers = new Headers();
  const sent = callOf(form, `create-${ctx.actor ? "" : "guest-"}${kind}-payment`);
  // Whatever is to be paid leads every click to one checkout; what is free is booked by the first.
  const isFreeClick = ctx.actor !== null && !sent.key && Number(shown) === 0;
  const call = isFreeClick
    ? { ...sent, key: hashSecret(JSON.stringify(sent.body)), life: SAME_MOMENT }
    : sent;
  const browser = request.headers.get("user-agent") ?? "";
  const guestProof = ctx.actor
    ? undefined
    : (readGuestProof(request) ?? (await proveGuest(ctx, call, browser)));
  const keepProof = () =>
    guestProof && headers.append("Set-Cookie", writeGuestProof(ctx, guestProof));
  try {
    const once = () =>
      answerOnceInSteps(ctx, { ...call, guestProof }, async () => {
        const booked = await bookSlot(ctx, {
          ...offering,
          slotId: chosen,
          // It stood beside one seat, and the total of as many beside their number.
          seats,
          amount: Number(shown) * seats,
          bookingNotes: field("bookingNotes"),
          smsNumber: field("smsNumber"),
          ...(!ctx.actor && { email: field("email"), guestProof }),
        });
        return { url: booked.url };
      });
    const isWaited = isFreeClick || !(ctx.actor || call.key);
    const isFirstAtIt = isFreeClick ? isRunning : isConflict;
    const { url } = await (isWaited ? afterFirstClick(once, isFirstAtIt) : once());
    keepProof();
    const { note, smsNumber } = readNote(request, offeringId);
    if (note || smsNumber) headers.append("Set-Cookie", keepNote(ctx, offeringId));
    // Another document, so that a free result begins at its top as well.
    return redirectDocument(url, { headers });
  } catch (error) {
    const failure = asGuestFormError(error);
    const retryKey = nextKey(error);
    // Even under another key, the seat held by the first one is still this guest's.
    if (mayHold(error) || retryKey || isConflict(error)) keepProof();
    return data({ ...failure.data, asked, retryKey }, { ...failure.init, headers });
  }
}

const isConflict = (error: unknown) => isAppError(error) && error.code === "conflict";
const isRunning = (error: unknown) => isAppError(error) && error.code === "in_progress";

/** Milliseconds in which a form that comes again is the same click. */
const SAME_MOMENT = 5_000;

/** Looks so often, so many milliseconds apart, for the first click's checkout. */
const LOOKS = 8;
const LOOK_AFTER = 250;

/** Without JavaScript the browser shows only the second click's answer. */
async function afterFirstClick<Answer>(
  book: () => Promise<Answer>,
  isFirstAtIt: (error: unknown) => boolean,
): Promise<Answer> {
  for (let look = 0; look < LOOKS; look += 1) {
    try {
      return await book();
    } catch (error) {
      if (!isFirstAtIt(error)) throw error;
      await setTimeout(LOOK_AFTER);
    }
  }
  return book();
}
