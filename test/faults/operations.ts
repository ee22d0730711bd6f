import type { createApi } from "#api/api.ts";

/** The part of JSON Schema that ours use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

export interface Operation {
  /** `POST /sessions` */
  name: string;
  method: string;
  /** Below `/api/v1`, with `{id}` where something is named. */
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | null;
  /** All that the document says it may answer. */
  statuses: number[];
}

/** The calls that the OpenAPI document promises. */
export function operationsOf(api: ReturnType<typeof createApi>) {
  const document = api.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } });
  const schemas = document.components?.schemas ?? {};
  const resolve = (schema: Schema): Schema => {
    const named = schema.$ref ? (schemas[String(schema.$ref.split("/").at(-1))] as Schema) : schema;
    if (!named.allOf) return named;
    const parts = named.allOf.map(resolve);
    return { properties: Object.assign({}, ...parts.map(({ properties }) => properties)) };
  };
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Documented>).map(
      ([method, { parameters = [], requestBody, responses }]): Operation => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
        statuses: Object.keys(responses).map(Number),
      }),
    ),
  );
  return { operations, resolve };
}

interface Documented {
  parameters?: Operation["parameters"];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}
