import { redirect } from "react-router";

import { findSharedSlot } from "#core/catalogue/publishing/show-published.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/shared-slot";

export const page = { isOpen: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { kind, offeringId, slotId } = await findSharedSlot(ctx, params.code).catch(asPage);
  return redirect(addresses.offering(kind, offeringId, slotId));
}
