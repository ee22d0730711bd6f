export function TypedFields({ typed }: { typed: readonly [name: string, value: string][] }) {
  return typed.map(([name, value], row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may come several times, and none moves
    <input key={row} type="hidden" name={name} value={value} />
  ));
}
