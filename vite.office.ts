/** The modules of a build, as the bundler asks for the chunk of each. */
interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether a module is one of the operators' screens, or a part that they alone are made of. */
const isOffice = (id: string) => /\/app\/(?:routes|parts)\/operator\//.test(id);

/**
 * Names the chunk of whatever the operators' screens share with the public ones. Left to the public
 * chunks, each of them would bring the whole search along.
 *
 * @param name the chunk's.
 * @returns a function that answers null of what one of the two sides alone uses.
 */
export function sharedWithOffice(name: string): (id: string, graph: Graph) => string | null {
  const sides = new Map<string, { office: boolean; site: boolean }>();
  const sidesOf = (id: string, graph: Graph) => {
    const known = sides.get(id);
    if (known) return known;
    const found = { office: false, site: false };
    sides.set(id, found);
    const seen = new Set([id]);
    for (const one of seen) {
      if (isOffice(one)) {
        found.office = true;
        continue;
      }
      const importers = graph.getModuleInfo(one)?.importers ?? [];
      if (importers.length === 0) found.site = true;
      for (const importer of importers) seen.add(importer);
    }
    return found;
  };
  return (id, graph) => {
    const { office, site } = sidesOf(id, graph);
    return office && site ? name : null;
  };
}
