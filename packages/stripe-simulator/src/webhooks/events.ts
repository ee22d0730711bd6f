import type { Stripe } from "stripe";
import { apiVersion, document, violations } from "../protocol/schemas.ts";
import { newId } from "../state/ids.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import { platform } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { queueDeliveries } from "./webhooks.ts";

/**
 * The `previous_attributes` of an event: every attribute that differs, arrays and hashes whole
 * (https://docs.stripe.com/api/events/object#event_object-data-previous_attributes).
 */
export function previousOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const names = Object.keys({ ...before, ...after }) as (keyof Body)[];
  const said = (one: Body, name: keyof Body) => JSON.stringify(one[name] ?? null);
  const changed = names.filter((name) => said(before, name) !== said(after, name));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null])) as Partial<Body>;
}

/**
 * Stores an event about `object` as it is now and queues its deliveries, in the transaction that
 * changed the object. Events of connected accounts carry `account` and go to the Connect endpoint.
 * Returns the event's id; an empty one while the simulator is silent.
 */
export function emit(
  sim: Simulator,
  type: string,
  object: object,
  more: { account?: string; previous?: object } = {},
): string {
  if (sim.isSilent) return "";
  const schema = document["x-eventObjects"][type];
  if (!schema) throw new Error(`The subset has no event ${type}`);
  const errors = violations(schema, object);
  if (errors.length > 0) {
    throw new Error(
      `The object of ${type} breaks its schema: ${JSON.stringify(errors.slice(0, 5))}`,
    );
  }
  const account = more.account ?? platform;
  const id = newId(account === platform ? "evt_3" : "evt_1");
  sim.objects.insert(
    "event",
    {
      id,
      object: "event",
      ...(account !== platform && { account }),
      api_version: apiVersion,
      created: sim.clock.now(),
      data: { object, ...(more.previous && { previous_attributes: more.previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: {
        id: sim.request?.id ?? null,
        idempotency_key: sim.request?.idempotencyKey ?? null,
      },
      type,
    },
    { account },
  );
  const pending = queueDeliveries(sim, id, type, account);
  if (pending > 0) {
    sim.objects.save("event", {
      ...sim.objects.get("event", id, account),
      pending_webhooks: pending,
    });
  }
  return id;
}

export function retrieveEvent(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("event", id, account);
}

export function listEvents(
  sim: Simulator,
  request: ApiRequest<Stripe.EventListParams & ListParams>,
) {
  const { type, types, delivery_success: success } = request.params;
  let sql = "";
  const values: string[] = [];
  if (type !== undefined) {
    sql += " AND json_extract(body, '$.type') GLOB ?";
    values.push(type);
  }
  if (types !== undefined) {
    sql += ` AND json_extract(body, '$.type') IN (${types.map(() => "?").join(", ")})`;
    values.push(...types);
  }
  if (success !== undefined) {
    sql += ` AND json_extract(body, '$.pending_webhooks') ${success ? "=" : ">"} 0`;
  }
  return listObjects(sim, request, "event", {}, { sql, values });
}
