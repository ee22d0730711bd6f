import {
  Children,
  type ComponentProps,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from "react";
import { type DataRouter, Scripts } from "react-router";

/* Relies on React Router's internals (docs/decisions/034); recheck it with each version. */

interface Insides {
  __reactRouterDataRouter?: DataRouter;
  __reactRouterRouteModules?: Record<string, { handle?: unknown } | undefined>;
}

export function browserRouter(): DataRouter | undefined {
  return (window as Insides).__reactRouterDataRouter;
}

/** Unlike `useMatches`, it knows the screen that could not be loaded too. */
export function handleOf(routeId: string): unknown {
  return (window as Insides).__reactRouterRouteModules?.[routeId]?.handle;
}

/** Waits for the main picture or a touch, to spare a slow line 120 kB of scripts. */
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

/** Sent as text; also starts at « load » or after 4 s, since some browsers draw no frame. */
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

const oneLine = (script: string) => script.replaceAll(/\s*\n\s*/g, "");

type Drawn = ReactElement<ComponentProps<"link"> & ComponentProps<"script">>;

function elementsOf(node: ReactNode): Drawn[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ComponentProps<"link">>(child)) return [];
    return child.type === Fragment ? elementsOf(child.props.children) : [child as Drawn];
  });
}

/** Sent as text: marks a page whose browser's clock differs from Paris (rule: date-labels). */
function markElsewhere() {
  const isElsewhere = [0, 6].some((month) => {
    const noon = new Date(2026, month, 1, 12);
    return noon.toLocaleString("fr", { timeZone: "Europe/Paris" }) !== noon.toLocaleString("fr");
  });
  if (isElsewhere) document.documentElement.classList.add("elsewhere");
}
