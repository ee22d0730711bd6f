/**
 * The HTTP status of each refusal, by its code in core/errors.ts. Each door holds that no code is
 * missing, and says in which cases it answers another one.
 */
export const ERROR_STATUS = {
  invalid_input: 422,
  unauthenticated: 401,
  invalid_credentials: 401,
  email_not_confirmed: 403,
  password_change_required: 403,
  invalid_token: 401,
  rate_limited: 429,
  busy: 503,
  forbidden: 403,
  not_found: 404,
  slot_unavailable: 409,
  already_booked: 409,
  own_session: 403,
  too_many_holds: 409,
  payments_required: 403,
  quota_reached: 403,
  price_changed: 409,
  conflict: 409,
  stale: 409,
  in_progress: 409,
  key_reused: 422,
  portal_not_available: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  storage_unavailable: 503,
  provider_unavailable: 503,
  unavailable: 503,
  unexpected: 500,
} as const;
