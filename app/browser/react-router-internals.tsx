import {
  Children,
  type ComponentProps,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from "react";
import { type DataRouter, Scripts } from "react-router";
import { markElsewhere } from "./elsewhere.ts";

/*
 * The product stands on React Router's insides in this file alone (docs/decisions/034): what it
 * leaves on the window for its own scripts, and what its `Scripts` draws. The test beside it fails on the
 * next version, to be read again.
 */

interface Insides {
  __reactRouterDataRouter?: DataRouter;
  __reactRouterRouteModules?: Record<string, { handle?: unknown } | undefined>;
}

/** The browser's router; undefined until React has taken over the page. */
export function browserRouter(): DataRouter | undefined {
  return (window as Insides).__reactRouterDataRouter;
}

/**
 * The `handle` of a route whose code the browser has. `useMatches` knows those of the page alone,
 * and not that of the screen that could not be loaded.
 */
export function handleOf(routeId: string): unknown {
  return (window as Insides).__reactRouterRouteModules?.[routeId]?.handle;
}

/**
 * React Router's scripts, fetched once the picture that the page waits for is painted, or at the
 * first touch: left alone, 120 kB of them share a phone's slow line with it. Only on the server:
 * browsers take over what they have begun.
 */
export function LateScripts() {
  const drawn = elementsOf(Scripts({}));
  const links = drawn.filter(({ type }) => type === "link");
  const scripts = drawn.filter(({ type }) => type === "script");
  const isLate = ({ props }: Drawn) => props.type === "module";
  const nonce = scripts[0]?.props.nonce;
  const late = [
    ...links.map(
      ({ props: { href } }) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`,
    ),
    ...scripts
      .filter(isLate)
      .map(
        (script) => `<script type="module" nonce="${nonce}">${oneLine(textOf(script))}</script>`,
      ),
  ];
  return (
    <>
      {scripts.filter((script) => !isLate(script))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React Router's words */}
      <template id="scripts" dangerouslySetInnerHTML={{ __html: late.join("") }} />
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words
        dangerouslySetInnerHTML={{ __html: [markElsewhere, fetchScripts].map(called).join("") }}
      />
    </>
  );
}

/**
 * Sent as text: moves the scripts into the page, where browsers run them; a second time, none are
 * left. A tab that nobody looks at paints nothing to wait for, and a picture holds nothing back that
 * does not come: « load » comes also where a browser shows none. A second frame is waited for, since
 * the first is computed before it is shown. After four seconds they begin all the same: a picture
 * may hang, and a browser that is busy or covered draws no frame.
 */
function fetchScripts() {
  const late = document.querySelector("#scripts") as HTMLTemplateElement;
  const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]");
  const begin = () => document.head.append(late.content);
  const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
  window.onpointerdown = window.onkeydown = begin;
  if (document.hidden) begin();
  else if (!picture || picture.complete) painted();
  else window.onload = picture.onload = picture.onerror = painted;
  setTimeout(begin, 4_000);
}

const textOf = ({ props }: Drawn) => String(props.dangerouslySetInnerHTML?.__html);

const called = (script: () => void) => `(${oneLine(String(script))})();`;

/** Without the ends and beginnings of lines, which a visitor would have to fetch. */
const oneLine = (script: string) => script.replaceAll(/\s*\n\s*/g, "");

type Drawn = ReactElement<ComponentProps<"link"> & ComponentProps<"script">>;

/** The elements in fragments within fragments. */
function elementsOf(node: ReactNode): Drawn[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ComponentProps<"link">>(child)) return [];
    return child.type === Fragment ? elementsOf(child.props.children) : [child as Drawn];
  });
}
