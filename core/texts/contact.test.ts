import { expect, test } from "vitest";
import { isOutsideServedArea, postalCode } from "./postcode.ts";

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
  expect(isOutsideServedArea(code)).toBe(true);
});

test.for(["75001", "01000", "95880", "20000", "20290", "98000", "98 000", "", null, "?"])(
  "%s is in France, Corsica or Monaco, or no postcode",
  (code) => {
    expect(isOutsideServedArea(code)).toBe(false);
  },
);
