import type { ComponentProps } from "react";
import { useNavigation } from "react-router";
import { Button } from "../button.tsx";

/** Is busy while its form is sent with its `intent`, unless told otherwise. */
export function IntentButton({
  intent,
  ...props
}: Omit<ComponentProps<typeof Button>, "type" | "name" | "value"> & { intent: string }) {
  const busy = useNavigation().formData?.get("intent") === intent;
  return <Button busy={busy} {...props} type="submit" name="intent" value={intent} />;
}
