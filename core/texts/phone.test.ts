import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";
import { frenchMobile, phoneNumber } from "./phone.ts";

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

test.for([
  ["06‑12‑34‑56‑78", "06-12-34-56-78"],
  ["06–12–34–56–78", "06-12-34-56-78"],
  ["06\u00a012\u202f34 56 78", "06 12 34 56 78"],
  ["０６ １２ ３４ ５６ ７８", "06 12 34 56 78"],
  ["\u202a+33 6 12 34 56 78\u202c", "+33 6 12 34 56 78"],
  ["\u2068+33 (0)6 12 34 56 78\u2069", "+33 (0)6 12 34 56 78"],
  ["\ufeff06 12 34\u200b 56 78", "06 12 34 56 78"],
] as const)("the pasted phone number « %s » is kept as « %s »", ([pasted, kept]) => {
  expect(phoneNumber.parse(cleanText(pasted))).toBe(kept);
});

test.for([
  ["06 12 34 56 78", "+33612345678"],
  ["07.66.12.34.56", "+33766123456"],
  ["07 00 00 12 34", "+33700001234"],
  ["+33 (0)6 12 34 56 78", "+33612345678"],
  ["0033612345678", "+33612345678"],
  ["06‑12–34-56-78", "+33612345678"],
  ["0690 12 34 56", "+590690123456"],
  ["0694 20 12 34", "+594694201234"],
  ["0696 12 34 56", "+596696123456"],
  ["0692 12 34 56", "+262692123456"],
  ["0639 01 23 45", "+262639012345"],
  ["+262 692 12 34 56", "+262692123456"],
  ["  ", ""],
])("the mobile « %s » is reached at « %s »", ([typed, reached]) => {
  expect(frenchMobile.parse(typed)).toBe(reached);
});

test.for([
  ...["01 23 45 67 89", "+32 470 12 34 56", "06 12 34 56 789", "06 12 34 56", "0612345678 (soir)"],
  ...["+687 75 12 34", "numéro", "06 12 34 56 78 / 06 99 01 23 45"],
])("« %s » is no French mobile", (typed) => {
  expect(frenchMobile.safeParse(typed).error?.issues).toMatchObject([
    { message: "Écrivez un mobile français, comme 06 12 34 56 78" },
  ]);
});
