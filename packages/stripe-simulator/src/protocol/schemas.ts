import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from "ajv";

/** The part of OpenAPI 3.0 schemas that the subset uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: (string | boolean)[];
  anyOf?: Schema[];
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  "x-expandable"?: boolean;
  "x-expansionPruned"?: string[];
}

interface OpenApiOperation {
  operationId: string;
  parameters: { name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  "x-query"?: Schema;
  responses: { 200: { content: { "application/json": { schema: Schema } } } };
}

interface Document {
  info: { version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Schema> };
  "x-eventObjects": Record<string, Schema>;
}

const FORM = "application/x-www-form-urlencoded";

/** One call of the API as the subset describes it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Which type of body it takes: that of forms, but for a call that brings a file. */
  body: string;
  parameters: Schema;
  answer: Schema;
}

export const document: Document = JSON.parse(
  readFileSync(new URL("../../openapi-subset.json", import.meta.url), "utf8"),
);

/** The API version that the simulator speaks, and the only one it accepts. */
export const apiVersion = document.info.version;

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const [body = FORM, taken] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      body,
      parameters: taken?.schema ??
        operation["x-query"] ?? { type: "object", properties: {}, additionalProperties: false },
      answer: operation.responses[200].content["application/json"].schema,
    };
  }),
);

/** Follows `$ref` until a schema of its own. */
export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name === undefined) return schema;
  const target = document.components.schemas[name];
  if (!target) throw new Error(`The subset has no schema ${name}`);
  return resolve(target);
}

/** OpenAPI 3.0 says `nullable`; JSON Schema, which Ajv reads, says a union with null. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = schema as Record<string, unknown>;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, value]) =>
      key === "$ref" ? [REFERENCE, value] : [key, key === "enum" ? value : toJsonSchema(value)],
    ),
  );
  return nullable === true ? { anyOf: [converted, { type: "null" }] } : converted;
}

/** Stands for `$ref`: Ajv compiles at once all that a schema names, which is nearly everything. */
const REFERENCE = "refersTo";

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  code: { optimize: false },
  formats: { binary: true, decimal: true, "unix-time": true },
  // The subset is ours and does not change; to check it takes as long as to read it.
  ...{ meta: false, validateSchema: false },
});

/** Compiles the schema that is named when a value first comes to it. */
const validateReferred: SchemaValidateFunction = ($ref: string, value, _schema, context) => {
  const validate = validatorOf(resolve({ $ref }));
  const isValid = validate(value, context) as boolean;
  validateReferred.errors = validate.errors ?? [];
  return isValid;
};
ajv.addKeyword({ keyword: REFERENCE, errors: "full", validate: validateReferred });

/** Compiles what a payment touches, so that the first request is not slower than the others. */
export function warmUp(): void {
  for (const name of ["checkout.session", "charge", "account"]) {
    violations({ $ref: `#/components/schemas/${name}` }, {});
  }
}

const compiled = new Map<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = ajv.compile(toJsonSchema(schema) as object);
  compiled.set(schema, validate);
  return validate;
}

/** The ways in which a value breaks a schema; none when it holds. */
export function violations(schema: Schema, value: unknown): ErrorObject[] {
  const validate = validatorOf(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}
