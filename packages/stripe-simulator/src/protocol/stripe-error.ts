/** The `error` member of Stripe's error answers (https://docs.stripe.com/api/errors). */
export interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  request_log_url?: string;
  charge?: string;
}

/** An answer other than 200, thrown from anywhere inside a request. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** True when what was done before the error stays: a declined card leaves its failed charge. */
  readonly keepsWork: boolean;
  constructor(status: number, body: ErrorBody, keepsWork = false) {
    super(body.message);
    this.status = status;
    this.keepsWork = keepsWork;
    this.body = body.code
      ? {
          ...body,
          doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}`,
        }
      : body;
  }
}

/** 400 `invalid_request_error`. `param` in Stripe's bracket form. */
export function invalidRequest(message: string, more: { code?: string; param?: string } = {}) {
  return new StripeError(400, { type: "invalid_request_error", message, ...more });
}

/** An account that never was the platform's, or whose owner has taken the access back. */
export function noAccess(id: string, key: string): StripeError {
  return new StripeError(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key '${key.slice(0, 8)}***' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });
}

export function missingParam(param: string) {
  return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** 404 when the object is the address itself, 400 when another request's parameter names it. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404) {
  return new StripeError(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
}

/** 402: the bank said no. `keepsWork` keeps the failed charge that the attempt has left. */
export function cardRefused(
  refusal: { code: string; message: string; declineCode?: string },
  keepsWork: boolean,
) {
  const { code, message, declineCode } = refusal;
  return new StripeError(
    402,
    {
      type: "card_error",
      code,
      message,
      ...(declineCode !== undefined && { decline_code: declineCode }),
    },
    keepsWork,
  );
}
