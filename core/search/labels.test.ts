import { expect, test } from "vitest";
import { countLabel, figureLabel } from "./labels.ts";

test.each([
  [0, false, "0 session"],
  [1, false, "1 session"],
  [34, false, "34 sessions"],
  [1_000, true, "Plus de 1\u202f000 sessions"],
])("%i found, more %s: « %s »", (count, hasMore, label) => {
  expect(countLabel({ count, hasMore })).toBe(label);
});

test.each([
  [0, "0"],
  [24, "24"],
  [25, "25+"],
  [149, "100+"],
  [150, "150+"],
  [499, "200+"],
  [512, "500+"],
  [999_999, "20\u202f000+"],
])("a figure of %d is claimed as %s", (count, label) => {
  expect(figureLabel(count)).toBe(label);
});
