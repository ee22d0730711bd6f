const MAX_FIELDS = 4_000;

/** Counts before parsing, since Node blocks for half a minute on a megabyte of `a&a&a&…`. */
export function hasTooManyFields(body: ArrayBuffer, type: string): boolean {
  const bytes = new Uint8Array(body);
  const between = /^multipart\//i.test(type) ? [13, 10, 13, 10] : [38];
  let count = 0;
  for (let at = 0; at < bytes.length && count <= MAX_FIELDS; at += 1) {
    if (between.every((byte, index) => bytes[at + index] === byte)) count += 1;
  }
  return count > MAX_FIELDS;
}
