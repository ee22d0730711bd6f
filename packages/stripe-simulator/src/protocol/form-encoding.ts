/** A bracket-encoded body once decoded, before any schema has been looked at. */
export type Raw = string | Raw[] | { [key: string]: Raw };

/**
 * Decodes `a[b][0][c]=1&expand[]=d` (https://docs.stripe.com/api, "form-encoded request bodies").
 * `[]` makes an array; numbered keys stay an object until a schema says that it is an array.
 */
export function decodeForm(text: string): { [key: string]: Raw } {
  const root: { [key: string]: Raw } = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const opening = name.indexOf("[");
    const head = opening === -1 ? name : name.slice(0, opening);
    const rest = opening === -1 ? "" : name.slice(opening);
    const path = [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? "")];
    place(root, path, value);
  }
  return root;
}

function place(root: { [key: string]: Raw }, path: string[], value: string): void {
  let here: Raw[] | { [key: string]: Raw } = root;
  path.forEach((key, index) => {
    const last = index === path.length - 1;
    const next: Raw = last ? value : path[index + 1] === "" ? [] : Object.create(null);
    if (Array.isArray(here)) {
      here.push(next);
      if (typeof next === "object") here = next;
      return;
    }
    const present: Raw | undefined = here[key];
    if (last || present === undefined || typeof present === "string") {
      here[key] = next;
      if (typeof next === "object") here = next;
    } else {
      here = present;
    }
  });
}
