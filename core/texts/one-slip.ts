/** Allows one letter wrong, missing, extra or swapped with its neighbour. */
export function isOneSlip(typed: string, meant: string): boolean {
  const [short, long] = typed.length <= meant.length ? [typed, meant] : [meant, typed];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const after = (text: string, skipped: number) => text.slice(start + skipped);
  if (short.length !== long.length) return after(short, 0) === after(long, 1);
  if (after(short, 1) === after(long, 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    after(short, 2) === after(long, 2)
  );
}
