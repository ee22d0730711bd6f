import { redirect } from "react-router";
import { abandonCheckout } from "#core/bookings/payment/verify-payment.server.ts";
import { isAppError } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import type { Route } from "./+types/cancel-payment";

/** A provider that is away changes nothing: the hold ends by itself (rule: hold-release). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const path = await abandonCheckout(ctx, { token: params.token }).then(
    ({ paidPath, booking }) =>
      paidPath ?? (booking && `${addresses.paymentCanceled}?${booking.kind}=${booking.offeringId}`),
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      ctx.log.warn({ err: error }, "a checkout was not ended by its cancel address");
      return null;
    },
  );
  return redirect(path ?? addresses.paymentCanceled);
}
