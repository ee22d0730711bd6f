import { expect, test } from "vitest";
import { isBounce } from "./rules.ts";

test.each([
  ["550 5.1.1 <lea@example.fr>: no such mailbox", true],
  ["553-5.1.3 Bad address syntax", true],
  ["556 5.1.10 Recipient address has null MX", true],
  ["550 5.1.0 Address rejected", false],
  ["550 5.1.7 Bad sender's mailbox address syntax", false],
  ["550 5.1.8 Access denied, bad outbound sender", false],
  ["550 5.7.1 Message refused", false],
  ["451 4.1.1 Try again later", false],
])("« %s » is about the recipient's address: %s", (answer, itIs) => {
  expect(isBounce(answer)).toBe(itIs);
});
