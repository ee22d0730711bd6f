import type { ErrorObject } from "ajv";
import type { Raw } from "./form-encoding.ts";
import { resolve, type Schema, violations } from "./schemas.ts";
import { invalidRequest, missingParam, type StripeError } from "./stripe-error.ts";

/**
 * Gives form text the types that the schema asks for. What cannot be converted stays as it is, and
 * the schema refuses it afterwards.
 */
function coerce(schema: Schema, raw: Raw): unknown {
  const own = resolve(schema);
  if (own.anyOf) {
    const candidates = own.anyOf.map((branch) => coerce(branch, raw));
    const index = candidates.findIndex(
      (candidate, position) => violations(own.anyOf?.[position] as Schema, candidate).length === 0,
    );
    // Nothing fits: keep the branch of the right shape, whose error says most.
    const shaped = own.anyOf.findIndex((branch) => {
      const type = resolve(branch).type;
      return typeof raw === "string" ? type !== "object" && type !== "array" : type !== "string";
    });
    return candidates[index === -1 ? Math.max(shaped, 0) : index];
  }
  if (typeof raw === "string") {
    if (own.type === "integer" && /^[+-]?\d{1,15}$/.test(raw)) return Number(raw);
    if (own.type === "number" && raw.trim() !== "" && Number.isFinite(Number(raw))) {
      return Number(raw);
    }
    if (own.type === "boolean" && (raw === "true" || raw === "false")) return raw === "true";
    return raw;
  }
  if (own.type === "array") {
    const items = Array.isArray(raw) ? raw : numbered(raw);
    return items && own.items ? items.map((item) => coerce(own.items as Schema, item)) : raw;
  }
  if (Array.isArray(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const property =
        own.properties?.[key] ??
        (typeof own.additionalProperties === "object" ? own.additionalProperties : undefined);
      return [key, property ? coerce(property, value) : value];
    }),
  );
}

/** The values of an object whose keys are all numbers, in their order. */
function numbered(raw: { [key: string]: Raw }): Raw[] | undefined {
  const keys = Object.keys(raw);
  if (!keys.every((key) => /^\d+$/.test(key))) return undefined;
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => raw[key] as Raw);
}

function bracketed(path: string, member?: string): string {
  const [head = "", ...rest] = [...path.split("/").slice(1), ...(member ? [member] : [])];
  return head + rest.map((part) => `[${part}]`).join("");
}

function at(value: unknown, path: string): unknown {
  return path
    .split("/")
    .slice(1)
    .reduce<unknown>((here, key) => (here as Record<string, unknown> | undefined)?.[key], value);
}

function explain(errors: ErrorObject[], value: unknown): StripeError {
  const unknown = errors.filter((error) => error.keyword === "additionalProperties");
  if (unknown.length > 0) {
    const names = unknown.map((error) =>
      bracketed(error.instancePath, String(error.params.additionalProperty)),
    );
    const plural = names.length > 1 ? "s" : "";
    return invalidRequest(`Received unknown parameter${plural}: ${names.join(", ")}`, {
      code: "parameter_unknown",
      param: names[0] ?? "",
    });
  }
  const missing = errors.find((error) => error.keyword === "required");
  if (missing) {
    return missingParam(bracketed(missing.instancePath, String(missing.params.missingProperty)));
  }
  // The deepest error of a union says what is wrong with the branch that was meant.
  const [error] = errors
    .filter(({ keyword }) => keyword !== "anyOf")
    .sort((a, b) => b.instancePath.length - a.instancePath.length);
  if (!error) return invalidRequest("Invalid request.");
  const param = bracketed(error.instancePath);
  const given = at(value, error.instancePath);
  if (given === "") return emptyString(param);
  if (error.keyword === "enum") {
    const allowed = error.params.allowedValues as string[];
    const list =
      allowed.length > 1
        ? `one of ${allowed.slice(0, -1).join(", ")}, or ${allowed.at(-1)}`
        : String(allowed[0]);
    return invalidRequest(`Invalid ${param}: must be ${list}`, { param });
  }
  if (error.keyword === "maxLength") {
    return invalidRequest(
      `Invalid string: ${String(given).slice(0, 10)}...; must be at most ${error.params.limit} characters`,
      { param },
    );
  }
  if (error.keyword === "type") {
    const type = String(error.params.type);
    if (type === "integer") {
      return invalidRequest(`Invalid integer: ${String(given)}`, {
        code: "parameter_invalid_integer",
        param,
      });
    }
    if (type === "boolean") return invalidRequest(`Invalid boolean: ${String(given)}`, { param });
    return invalidRequest(`Invalid ${type}`, { param });
  }
  return invalidRequest(`Invalid ${param}: ${error.message}`, { param });
}

/** Parameters that name something, where the schema alone would let an empty string pass. */
const neverEmpty = new Set([
  "account",
  "cancel_url",
  "charge",
  "coupon",
  "currency",
  "customer",
  "customer_email",
  "destination",
  "payment_intent",
  "price",
  "product",
  "promotion_code",
  "refresh_url",
  "return_url",
  "source_transaction",
  "success_url",
  "url",
]);

function refuseEmpty(value: unknown, path: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const here = `${path}/${name}`;
    if (member === "" && neverEmpty.has(name) && !here.includes("/metadata/")) {
      throw emptyString(bracketed(here));
    }
    refuseEmpty(member, here);
  }
}

function emptyString(param: string): StripeError {
  return invalidRequest(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: "parameter_invalid_empty", param },
  );
}

/** The typed parameters of a call; throws Stripe's refusal when they break the schema. */
export function readParameters(schema: Schema, raw: { [key: string]: Raw }): object {
  const value = coerce(schema, raw) as object;
  const errors = violations(schema, value);
  if (errors.length > 0) throw explain(errors, value);
  refuseEmpty(value, "");
  return value;
}
