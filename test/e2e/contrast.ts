/*
 * The contrast of a page is half of what axe costs, and the texts of a site have few looks. A look is
 * all that decides the colours of a text: its own style, and what is painted behind it by everything
 * that it lies in.
 */

type Matches = (element: Element, ...more: unknown[]) => boolean;
interface InPage {
  axe: { _audit: { rules: { id: string; matches: Matches }[] } };
  /** As axe has it: whether the contrast of an element can be judged. */
  canBeJudged?: Matches;
  /** Those that axe's last run has judged. */
  looks: string[];
}

/**
 * Runs in the page, before axe does: its next run judges the contrast of each look once, and of those
 * that are known not at all. Where something else may lie behind or before a text, since it or
 * something that it touches is not where its place in the page would put it, it is always judged.
 *
 * @param known looks in which axe has found nothing wrong, as `window.looks` tells after a run.
 */
export function judgeNewLooks(known: readonly string[]): void {
  const page = window as unknown as InPage;
  const rule = page.axe._audit.rules.find(({ id }) => id === "color-contrast");
  if (!rule) throw new Error("axe has no rule of contrast");
  page.canBeJudged ??= rule.matches;
  const { canBeJudged } = page;

  const styles = new Map<Element, { paints: string; isInPlace: boolean }>();
  const styleOf = (element: Element) => {
    const read = styles.get(element);
    if (read) return read;
    const style = getComputedStyle(element);
    const isTransparent = /^(transparent|rgba\(0, 0, 0, 0\))$/.test(style.backgroundColor);
    const paints =
      isTransparent && style.opacity === "1" ? "" : `${style.backgroundColor} ${style.opacity}`;
    const { position, top, left } = style;
    const offsets = position === "relative" ? [top, left] : [];
    const margins = [style.marginTop, style.marginBottom, style.marginLeft, style.marginRight];
    const isInPlace =
      /^(static|relative)$/.test(position) &&
      offsets.every((offset) => /^(auto|0px)$/.test(offset)) &&
      margins.every((margin) => !margin.startsWith("-")) &&
      // Cells that are named may lie over one another.
      /^auto/.test(style.gridArea) &&
      [style.float, style.transform, style.translate, style.scale, style.rotate].every(isNone) &&
      [style.backgroundImage, style.filter, style.clipPath].every(isNone) &&
      style.mixBlendMode === "normal";
    const found = { paints, isInPlace };
    styles.set(element, found);
    return found;
  };
  const isNone = (value: string) => value === "none";
  const elsewhere = [...document.body.querySelectorAll("*")]
    .filter((element) => !styleOf(element).isInPlace)
    .map((element) => element.getBoundingClientRect());

  const lookOf = (element: Element): string | null => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, textShadow];
    for (let outer: Element | null = element; outer; outer = outer.parentElement) {
      const { paints, isInPlace } = styleOf(outer);
      if (!isInPlace) return null;
      if (paints) look.push(paints);
    }
    const own = element.getBoundingClientRect();
    const isTouched = elsewhere.some(
      ({ top, bottom, left, right }) =>
        top < own.bottom && bottom > own.top && left < own.right && right > own.left,
    );
    return isTouched ? null : look.join(", ");
  };

  page.looks = [];
  const judged = new Set(known);
  rule.matches = (element, ...more) => {
    const look = lookOf(element);
    if (look !== null && judged.has(look)) return false;
    if (!canBeJudged(element, ...more)) return false;
    if (look !== null) {
      judged.add(look);
      page.looks.push(look);
    }
    return true;
  };
}
