import type { RouterContextProvider } from "react-router";
import { markOwnSlots } from "#core/bookings/lists/mark-own-slots.server.ts";
import type { OfferingView, SlotKind } from "#core/catalogue/schema.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/guest-proof.server.ts";
import { readNote } from "../../cookies/pending-note.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { withPriceTexts } from "../catalogue/price-texts.server.ts";
import { closedFor, resumeFor } from "./closed.server.ts";

/** Reads everything around an offering that its page and its booking form show this visitor. */
export async function readOfferingPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  kind: SlotKind,
  found: OfferingView,
) {
  const ctx = context.get(requestContext);
  const marked = markOwnSlots(ctx, kind, found, readGuestProof(request));
  const offering = (await readPart(context, "own slots", marked)) ?? found;
  return {
    offering: withPriceTexts(offering, ctx.now()),
    closed: closedFor(ctx.actor, kind, offering, ctx.now()),
    resume: resumeFor(ctx.actor, kind, offering),
    signedIn: ctx.actor !== null,
    note: readNote(request, offering.id),
    now: ctx.now(),
  };
}
