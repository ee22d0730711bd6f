import { invalidRequest, missingParam } from "./stripe-error.ts";

/** An http(s) address, as every URL parameter wants it. */
export function requireUrl(value: string | undefined, param: string): string {
  if (!value) throw missingParam(param);
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw invalidRequest("Not a valid URL", { code: "url_invalid", param });
  }
  return value;
}

/** Refused though it looks like one: the real provider judges e-mails by more than their shape. */
export const REFUSED_EMAIL = "email-invalid@example.fr";

export function isEmail(value: string): boolean {
  return value !== REFUSED_EMAIL && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}

/** An e-mail address, when one is given. */
export function requireEmail(value: string | undefined, param: string): void {
  if (value !== undefined && !isEmail(value)) {
    throw invalidRequest(`Invalid email address: ${value}`, { code: "email_invalid", param });
  }
}

/** A number of cents, or of pieces, of at least `minimum`. */
export function requireAtLeast(minimum: number, value: number, param: string): void {
  if (value < minimum) {
    throw invalidRequest(`This value must be greater than or equal to ${minimum}.`, {
      code: "parameter_invalid_integer",
      param,
    });
  }
}

/** Refuses what the simulator would have to ignore: better a clear error than a silent difference. */
export function refuseNotPlayed(params: object, names: readonly string[]): void {
  for (const name of names) {
    const value = (params as Record<string, unknown>)[name] as { enabled?: boolean } | undefined;
    if (value !== undefined && value !== null && value.enabled !== false) {
      throw invalidRequest(`The simulator does not play ${name}.`, { param: name });
    }
  }
}
