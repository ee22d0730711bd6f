export function HiddenFields(fields: Record<string, string | number | undefined>) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
