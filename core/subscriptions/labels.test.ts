import { expect, test } from "vitest";
import { roleBadges } from "./labels.ts";

test.each([
  [true, false, null, ["Client"]],
  [true, false, "premium", ["Client"]],
  [true, true, "premium", ["Client", "Professionnel (Premium)"]],
  [false, true, "boost", ["Professionnel (Premium)"]],
  [false, true, "flow", ["Professionnel (Free)"]],
  [false, true, "expand", ["Professionnel (Enterprise)"]],
  [false, true, null, ["Professionnel"]],
  [false, true, "toString", ["Professionnel"]],
  [false, false, null, []],
])("client %s, professional %s, plan %s", (isClient, isPro, plan, badges) => {
  expect(roleBadges({ isClient, isPro, plan })).toEqual(badges);
});
