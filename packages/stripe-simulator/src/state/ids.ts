import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 = 4 × 62: bytes above it would favour the first letters.
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** Prefix → length of the random part, as long as Stripe's own. */
const lengths = {
  acct_1: 15,
  bps_1: 23,
  bpc_1: 23,
  ba_1: 23,
  ca_: 32,
  ch_3: 23,
  cs_test_a1: 56,
  cus_: 14,
  di_1: 23,
  dp_1: 23,
  evt_1: 23,
  evt_3: 23,
  fee_1: 23,
  file_1: 23,
  fr_: 14,
  il_1: 23,
  in_1: 23,
  inpay_1: 23,
  li_1: 23,
  pi_3: 23,
  pm_1: 23,
  po_1: 23,
  price_1: 23,
  prod_: 14,
  promo_1: 23,
  py_1: 23,
  pyr_1: 23,
  re_3: 23,
  req_: 14,
  si_: 14,
  sub_1: 23,
  txr_1: 23,
  tr_3: 23,
  trr_1: 23,
  txn_1: 23,
  we_1: 23,
} as const;

export type IdPrefix = keyof typeof lengths;

/** A new identifier that looks like Stripe's, for example `pi_3RtKd…`. */
export function newId(prefix: IdPrefix): string {
  return prefix + randomText(lengths[prefix]);
}

/** An unguessable token for a hosted page's address. */
export function newToken(length = 32): string {
  return randomText(length);
}
