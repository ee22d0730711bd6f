import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { decodeForm } from "../protocol/form-encoding.ts";
import { readParameters } from "../protocol/request-validation.ts";
import { apiVersion, type Operation, operations, violations } from "../protocol/schemas.ts";
import { invalidRequest, StripeError } from "../protocol/stripe-error.ts";
import { readContent } from "../refunds/files.ts";
import { runDueTasks } from "../schedule/run-due-tasks.ts";
import { inTransaction } from "../state/database.ts";
import { matches, strike } from "../state/faults.ts";
import { newId } from "../state/ids.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { actingAccount, checkKeyAndVersion } from "./authentication.ts";
import { expandAnswer } from "./expand.ts";
import { enter, type KeyUse, keepAnswer, keptAnswer, keyUse } from "./idempotency.ts";
import { readFile } from "./multipart.ts";
import { handlers } from "./operations.ts";

const neverAnswersMs = 120_000;

interface Answer {
  status: number;
  body: string;
  /** The request that first made this answer, when it is a replay. */
  replayOf?: string;
}

function errorAnswer(sim: Simulator, error: unknown): Answer {
  if (error instanceof StripeError) {
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) };
  }
  sim.log(`500: ${error instanceof Error ? error.stack : String(error)}`);
  const message = "The simulator failed; its log says why.";
  return { status: 500, body: JSON.stringify({ error: { type: "api_error", message } }, null, 2) };
}

function faultAnswer(status: number): StripeError {
  return status === 429
    ? new StripeError(429, {
        type: "invalid_request_error",
        code: "rate_limit",
        message:
          "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
      })
    : new StripeError(status, { type: "api_error", message: "An unknown error occurred." });
}

/** Does the work and checks its answer against the subset, all in one transaction. */
function execute(
  sim: Simulator,
  operation: Operation,
  request: ApiRequest,
  requestId: string,
  use: KeyUse | undefined,
): Answer {
  const handle = handlers[operation.id];
  if (!handle) throw new Error(`${operation.id} is not implemented`);
  runDueTasks(sim);
  sim.request = { id: requestId, idempotencyKey: use?.key ?? null };
  try {
    return inTransaction(sim.db, () => {
      let answer: Answer;
      try {
        const result = handle(sim, request);
        const { expand = [] } = request.params as { expand?: string[] };
        const expanded = expandAnswer(sim, operation.answer, result, expand);
        const errors = violations(operation.answer, expanded);
        if (errors.length > 0) {
          throw new Error(
            `The answer to ${operation.id} breaks its schema: ${JSON.stringify(errors.slice(0, 5))}`,
          );
        }
        answer = { status: 200, body: JSON.stringify(expanded, null, 2) };
      } catch (error) {
        if (!(error instanceof StripeError && error.keepsWork)) throw error;
        answer = errorAnswer(sim, error);
      }
      if (use) keepAnswer(sim, use, { ...answer, requestId });
      return answer;
    });
  } catch (error) {
    const answer = errorAnswer(sim, error);
    if (use) keepAnswer(sim, use, { ...answer, requestId });
    return answer;
  } finally {
    sim.request = null;
  }
}

async function readRaw(c: Context, { body }: Operation) {
  const query = new URL(c.req.url).search.slice(1);
  if (c.req.method !== "POST") return { raw: decodeForm(query) };
  const type = c.req.header("content-type") ?? "";
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > 0 && !type.startsWith(body)) {
    throw invalidRequest(`Invalid request (check that your POST content type is ${body}).`);
  }
  if (body === "multipart/form-data") return readFile(bytes, type);
  return { raw: decodeForm(new TextDecoder().decode(bytes)) };
}

async function answer(sim: Simulator, operation: Operation, c: Context, requestId: string) {
  checkKeyAndVersion(sim, c);
  const account = actingAccount(sim, c);
  const path = new URL(c.req.url).pathname;
  const { raw, file } = await readRaw(c, operation);
  const params = readParameters(operation.parameters, raw);
  const key = operation.method === "POST" ? c.req.header("idempotency-key") : undefined;
  const use = key ? keyUse(key, account, operation.method, path, params) : undefined;
  const leave = use && enter(sim, use);
  try {
    const on =
      (after: boolean) =>
      (fault: { path: string; method?: string | undefined; after_execution: boolean }) =>
        fault.after_execution === after &&
        matches(fault.path, path) &&
        (fault.method === undefined || fault.method === operation.method);
    const kept = use && keptAnswer(sim, use);
    const disturb = async (after: boolean) => {
      const slow = strike(sim, ["api_delay"], on(after));
      if (slow) await sleep(slow.delay_ms);
      if (strike(sim, ["api_timeout"], on(after))) await sleep(neverAnswersMs);
      const broken = strike(sim, ["api_error"], on(after));
      if (!broken) return;
      const error = faultAnswer(broken.status);
      // It stays what this key answers: only 429 and 503 come before a request is begun.
      if (use && !kept && broken.status === 500) {
        keepAnswer(sim, use, { ...errorAnswer(sim, error), requestId });
      }
      throw error;
    };
    await disturb(false);
    const done: Answer = kept
      ? { status: kept.status, body: kept.body, replayOf: kept.requestId }
      : execute(
          sim,
          operation,
          { id: c.req.param("id") ?? "", params, account, path, file },
          requestId,
          use,
        );
    await disturb(true);
    return done;
  } finally {
    leave?.();
  }
}

/** The HTTP API below /v1: exactly the calls of the subset. */
export function stripeApi(sim: Simulator): Hono {
  const app = new Hono();

  const send = async (c: Context, work: (requestId: string) => Promise<Answer>) => {
    const requestId = newId("req_");
    const result = await work(requestId).catch((error: unknown) => errorAnswer(sim, error));
    const key = c.req.header("idempotency-key");
    const account = c.req.header("stripe-account");
    return c.body(result.body, result.status as ContentfulStatusCode, {
      "content-type": "application/json",
      "request-id": requestId,
      "stripe-version": apiVersion,
      ...(key && { "idempotency-key": key }),
      ...(account && { "stripe-account": account }),
      // Under the same key the answer would be the same.
      ...(key && result.status === 500 && { "stripe-should-retry": "false" }),
      ...(result.replayOf && {
        "idempotent-replayed": "true",
        "original-request": result.replayOf,
      }),
    });
  };

  for (const operation of operations) {
    app.on(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ":$1"), (c) =>
      send(c, (requestId) => answer(sim, operation, c, requestId)),
    );
  }
  // The one answer that is no JSON, hence in no schema.
  app.get("/v1/files/:id/contents", async (c) => {
    try {
      checkKeyAndVersion(sim, c);
      const { bytes, type } = readContent(sim, c.req.param("id"), actingAccount(sim, c));
      return c.body(Uint8Array.from(bytes), 200, { "content-type": type });
    } catch (error) {
      return send(c, () => Promise.reject(error));
    }
  });
  app.all("/v1/*", (c) =>
    send(c, async () => {
      checkKeyAndVersion(sim, c);
      throw new StripeError(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${c.req.method}: ${new URL(c.req.url).pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      });
    }),
  );
  return app;
}
