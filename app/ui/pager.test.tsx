import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Pager } from "./pager.tsx";

function pagesOf(page: number, pageCount: number): string[] {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Pager page={page} pageCount={pageCount} hrefOf={(wanted) => `/list?page=${wanted}`} />
    </MemoryRouter>,
  );
  return [...html.matchAll(/>(\d+|…)</g)].map((match) => match[1] ?? "");
}

test("a single page has no pager", () => {
  expect(pagesOf(1, 1)).toEqual([]);
  expect(pagesOf(1, 0)).toEqual([]);
});

test("the ends and the neighbours stay in reach, gaps are marked", () => {
  expect(pagesOf(1, 2)).toEqual(["1", "2"]);
  expect(pagesOf(1, 4)).toEqual(["1", "2", "3", "4"]);
  expect(pagesOf(1, 100)).toEqual(["1", "2", "3", "…", "100"]);
  expect(pagesOf(50, 100)).toEqual(["1", "…", "49", "50", "51", "…", "100"]);
  expect(pagesOf(100, 100)).toEqual(["1", "…", "98", "99", "100"]);
});

test("the first page has nothing before it, the last nothing after", () => {
  const html = (page: number) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Pager page={page} pageCount={3} hrefOf={(wanted) => `/list?page=${wanted}`} />
      </MemoryRouter>,
    );
  expect(html(1)).not.toContain('rel="prev"');
  expect(html(1)).toContain('rel="next"');
  expect(html(3)).toContain('rel="prev"');
  expect(html(3)).not.toContain('rel="next"');
});
