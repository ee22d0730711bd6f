import fs from "node:fs";
import { expect, test } from "vitest";
import { hashDrawings, readRecord } from "../scripts/write-illustrations.ts";

test("the pictures are made of the drawings as they are: else run « npm run illustrations »", () => {
  expect(readRecord()).toEqual(hashDrawings());
});

test("each drawing has its pictures, and none is left of a drawing that is gone", () => {
  const names = Object.keys(hashDrawings());
  const pictures = fs
    .readdirSync("app/illustrations/drawn")
    .filter((file) => file !== "sources.json");
  const nameOf = (file: string) => file.replace(/-\d+\.(avif|webp|jpeg)$/, "");
  const drawingOf = (file: string) => nameOf(file).replace(/^social-/, "");
  expect([...new Set(pictures.map(nameOf))]).toEqual(expect.arrayContaining(names));
  expect(pictures.filter((file) => !names.includes(drawingOf(file)))).toEqual([]);
  expect(pictures).toEqual(
    expect.arrayContaining([
      "yoga-b-400.avif",
      "yoga-b-800.webp",
      "hero-2000.avif",
      "social-yoga-1200.jpeg",
    ]),
  );
});
