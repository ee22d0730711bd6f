const NO_ROUTE = "other";

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

/** Regular expression of a whole path; `other` is the shape of a plain `:name`. */
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
