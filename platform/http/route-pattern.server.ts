/** The one label for every address that is not a route, however many people try. */
const NO_ROUTE = "other";

/**
 * The pattern (`/sessions/:id`) that an address falls under, for metrics: few labels, none of them
 * a person's name or an id.
 *
 * @param patterns in the order in which they are tried; `:name` stands for one part, `:name?` for
 * one or none, `:name{…}` for one of that shape.
 */
export function createPatternReader(patterns: Iterable<string>): (path: string) => string {
  const fixed = new Set<string>();
  const open: { pattern: string; match: RegExp }[] = [];
  for (const pattern of new Set(patterns)) {
    if (pattern.includes("*")) continue;
    if (!pattern.includes(":")) fixed.add(pattern);
    else open.push({ pattern, match: patternShape(pattern) });
  }
  return (path) => {
    const plain = path.replace(/(.)\.data$/, "$1");
    if (fixed.has(plain)) return plain;
    return open.find(({ match }) => match.test(plain))?.pattern ?? NO_ROUTE;
  };
}

/**
 * The addresses of one pattern, as a regular expression for the whole path.
 *
 * @param other the shape of a `:name` that has none of its own.
 */
export function patternShape(pattern: string, other = /[^/]+/): RegExp {
  const parts = pattern
    .split("/")
    .slice(1)
    .map((part) => {
      const [, shape = other.source, optional] = /^:\w+(?:\{(.+)\})?(\?)?$/.exec(part) ?? [];
      if (!part.startsWith(":")) return `/${part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")}`;
      return optional ? `(?:/${shape})?` : `/${shape}`;
    });
  return new RegExp(`^${parts.join("")}$`);
}
