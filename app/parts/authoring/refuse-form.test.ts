import { expect, test } from "vitest";
import { AppError } from "#core/errors.ts";
import { refuse } from "./refuse-form.server.ts";

const shown = (imageUrl: string) => {
  const error = new AppError("invalid_input", { fields: { imageUrl: ["Non"] } });
  const { answer } = refuse(error, { texts: { title: "Yoga", imageUrl }, slots: [] }).data;
  expect(answer.error).toEqual({ imageUrl: ["Non"] });
  expect(answer.initialValue?.title).toBe("Yoga");
  return answer.initialValue?.imageUrl;
};

test("a refused picture comes back when it is one of this site's, and nothing else does", () => {
  const id = "0198c0de-0000-7000-8000-000000000001";
  const own = `/images/session-images/${id}/${id}.jpg`;
  expect(shown(own)).toBe(own);
  for (const other of ["x".repeat(900_000), `https://example.com${own}`, "javascript:alert(1)"]) {
    expect(shown(other)).toBe("");
  }
});
