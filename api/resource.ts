import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ZodError } from "zod";
import type { Context } from "#core/context.server.ts";
import { formatPeriod } from "#core/durations.ts";
import { AppError } from "#core/errors.ts";
import type { Call } from "#core/idempotency/answer-once.server.ts";
import { ANSWER_LIFE } from "#core/idempotency/rules.ts";
import { MAX_KEY } from "#core/idempotency/schema.ts";
import { fieldErrors } from "#core/parse.ts";
import type { ApiEnv } from "./env.ts";
import { answerError, answerNotFound } from "./errors.ts";

export function createResource(): OpenAPIHono<ApiEnv> {
  const resource = new OpenAPIHono<ApiEnv>({
    defaultHook: async (result, c) => {
      if (result.success) return;
      // An unreadable body takes precedence over errors in the address.
      if (result.target !== "json" && c.req.raw.body && isJson(c)) await readBody(c);
      throw refusalOf(result.error);
    },
  });
  resource.onError(answerError);
  resource.notFound(answerNotFound);
  return resource;
}

function isJson(c: HonoContext): boolean {
  return c.req.header("content-type")?.startsWith("application/json") ?? false;
}

async function readBody(c: HonoContext): Promise<void> {
  await c.req.json().catch((cause: unknown) => {
    throw new HTTPException(400, { cause });
  });
}

function refusalOf(error: ZodError): AppError {
  const fields = fieldErrors(error);
  for (const issue of error.issues) {
    if (issue.code !== "unrecognized_keys") continue;
    for (const key of issue.keys) fields[[...issue.path, key].join(".")] = ["Champ inconnu"];
  }
  return Object.keys(fields).length > 0
    ? new AppError("invalid_input", { fields })
    : new AppError("invalid_input", { message: "La demande doit être un objet JSON." });
}

export const BEARER: Record<string, string[]>[] = [{ bearer: [] }];

/** Optional login. */
export const OPTIONAL: Record<string, string[]>[] = [...BEARER, {}];

/** As BEARER, for suspended accounts too. */
export const EVEN_SUSPENDED: Record<string, string[]>[] = [...BEARER];

export const instant = z.iso.datetime();
/** Euros, small enough to be counted in cents. */
export const amount = z.number().min(0).max(10_000_000);

const errorBody = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string().openapi({ description: "En français" }),
      fields: z.record(z.string(), z.array(z.string())).optional(),
      request_id: z.string(),
    }),
  })
  .openapi("Error");

const REASONS = {
  400: "La demande n'est pas lisible",
  401: "Il faut se connecter",
  403: "Interdit",
  404: "N'existe pas",
  409: "Impossible dans l'état actuel",
  413: "Trop volumineux",
  415: "Format non accepté",
  422: "Des champs sont à corriger",
  429: "Trop de tentatives",
  503: "Le service de paiement, celui des images ou la base de données ne répond pas, ou trop de demandes arrivent",
} as const;

const WAIT = z.object({
  "Retry-After": z
    .string()
    .openapi({ type: "integer", description: "Secondes jusqu'à la prochaine tentative possible" }),
});

export function jsonContent<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { "application/json": { schema } } };
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } } as const;
}

export function failures<Status extends keyof typeof REASONS>(...statuses: Status[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { ...jsonContent(errorBody, REASONS[status]), ...(status === 429 && { headers: WAIT }) },
    ]),
  ) as { [S in Status]: ReturnType<typeof jsonContent<typeof errorBody>> };
}

/** The cursor is null at the end. */
export function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ data: z.array(schema), next_cursor: z.string().nullable() });
}

/** Strict, since a misspelt filter would otherwise return everything. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(400).optional(),
});

export const noQuery = z.strictObject({});

/** Only present while the payment is being processed. */
export const isProcessing = z.literal(true).optional().openapi({
  description: "Paiement en cours : l'acheteur a fini, sa banque n'a pas encore répondu",
});

/** Repeats the first answer for one key (rule: retry-once). */
export const retryHeaders = z.object({
  "idempotency-key": z
    .string()
    .optional()
    .openapi({
      description: `Choisie par vous, ${MAX_KEY} caractères ASCII au plus. Avec la même clé, la même demande n'est faite qu'une fois : pendant ${formatPeriod(ANSWER_LIFE)}, sa première réponse est rendue ; 409 tant qu'elle est en cours, 422 avec un autre corps.`,
    }),
});

export function callOf(c: HonoContext<ApiEnv>, name: string, body: unknown): Call {
  return { name, key: c.req.header("idempotency-key"), body };
}

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : unknown;

interface Endpoint<Path extends string, Query, Body, Answer> {
  /** Unless it is the resource's. */
  tag?: string;
  summary: string;
  description?: string;
  security?: typeof BEARER;
  /** For the documentation; otherwise the path's names. */
  params?: z.ZodObject;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  isBodyOptional?: boolean;
  /** With the caller's key, the same call counts once (rule: retry-once). */
  isRetried?: boolean;
  /** The French outcome; before it, the schema of what is answered, if anything. */
  answer: string | readonly [schema: z.ZodType<Answer>, outcome: string];
  status?: 200 | 201 | 204;
  /** Besides those of every call that has a login, a query, a body or a key for retries. */
  refusals?: Parameters<typeof failures>;
  call: (
    ctx: Context,
    asked: { params: ParamsOf<Path>; query: Query; body: Body; c: HonoContext<ApiEnv> },
  ) => Promise<NoInfer<Answer>>;
}

/** A resource whose calls stand under one tag, and are for who is signed in unless they say otherwise. */
export function createTaggedResource(ownTag: string) {
  const resource = createResource();
  function addCall<Path extends string, Query, Body, Answer>(
    method: "get" | "post" | "put" | "patch" | "delete",
    path: Path,
    {
      tag = ownTag,
      summary,
      description,
      security = BEARER,
      params = paramsOf(path),
      query,
      body,
      isBodyOptional = false,
      isRetried = false,
      answer,
      status = typeof answer === "string" ? 204 : 200,
      refusals = [],
      call,
    }: Endpoint<Path, Query, Body, Answer>,
  ): void {
    const route = createRoute({
      ...{ method, path, tags: [tag], summary, security },
      ...(description && { description }),
      request: {
        ...(params && { params }),
        ...(query && { query: query as z.ZodObject }),
        ...(isRetried && { headers: retryHeaders }),
        ...(body && { body: { ...jsonBody(body), required: !isBodyOptional } }),
      },
      responses: {
        [status]: typeof answer === "string" ? { description: answer } : jsonContent(...answer),
        ...(security === BEARER && failures(401, 403)),
        ...(security === EVEN_SUSPENDED && failures(401)),
        ...(query && failures(422)),
        ...(body && failures(400, 415, 422)),
        ...(isRetried && failures(409)),
        ...failures(...refusals),
      },
    });
    resource.openapi(route, async (c) => {
      const valid = (target: string) => c.req.valid(target as never);
      const asked = { params: valid("param"), query: valid("query"), body: valid("json"), c };
      const answered = await call(c.get("ctx"), asked);
      const response = status === 204 ? c.body(null, status) : c.json(answered as object, status);
      return response as never;
    });
  }
  return { resource, addCall };
}

function paramsOf(path: string): z.ZodObject | undefined {
  const names = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => [name, z.string()]);
  return names.length > 0 ? z.object(Object.fromEntries(names)) : undefined;
}
