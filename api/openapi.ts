import { z } from "@hono/zod-openapi";

export const BEARER: Record<string, string[]>[] = [{ bearer: [] }];

/** Optional login. */
export const OPTIONAL: Record<string, string[]>[] = [...BEARER, {}];

export const byId = z.object({ id: z.string() });
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
