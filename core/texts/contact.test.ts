import { expect, test } from "vitest";
import { isElsewhere, phoneNumber, postalCode } from "./contact.ts";

test.for([
  [" 69001 ", "69001"],
  ["69 001", "69001"],
  ["20000", "20000"],
  ["97400", "97400"],
  ["1050", "1050"],
  ["h2x1y4", "H2X 1Y4"],
  ["H2X 1Y4", "H2X 1Y4"],
  ["  ", ""],
])("the postcode « %s » is kept as « %s »", ([typed, kept]) => {
  expect(postalCode.parse(typed)).toBe(kept);
});

test.for(["ABCDE", "abc", "12", "069", "0690", "00123", "99000", "690011", "6900A", "69001 Lyon"])(
  "the postcode « %s » is refused",
  (typed) => {
    expect(postalCode.safeParse(typed).error?.issues).toMatchObject([
      { message: "Écrivez un code postal comme 69001, 1050 ou H2X 1Y4" },
    ]);
  },
);

test.for([
  ...["97110", "97200", "97400", "97600", "98600", "98713", "98800", "1050", "1204", "H2X 1Y4"],
])("%s is elsewhere (rule: where-on-site)", (code) => {
  expect(isElsewhere(code)).toBe(true);
});

test.for(["75001", "01000", "95880", "20000", "20290", "98000", "98 000", "", null, "?"])(
  "%s is in France, Corsica or Monaco, or no postcode",
  (code) => {
    expect(isElsewhere(code)).toBe(false);
  },
);

test.for([
  " 06 99 01 23 45 ",
  "0699012345",
  "06.99.01.23.45",
  "+33 (0)6 99 01 23 45",
  "0033 6 99 01 23 45",
  "02/123.45.67",
  "+32 470 12 34 56",
  "+41 22 123 45 67",
  "(514) 555-0100",
  "+1 514-555-0100",
  "",
])("the phone number « %s » is kept as it is written", (typed) => {
  expect(phoneNumber.parse(typed)).toBe(typed.trim());
});

test.for(["xx", "12", "06 99 01", "0699O12345", "06 99 01 23 45 67 89 01", "++33699012345", "-"])(
  "the phone number « %s » is refused",
  (typed) => {
    expect(phoneNumber.safeParse(typed).error?.issues).toMatchObject([
      { message: "Numéro de téléphone invalide" },
    ]);
  },
);
