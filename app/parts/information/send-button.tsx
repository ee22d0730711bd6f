import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";

/** Sends a form, and says so while it does. */
export function SendButton({
  busy,
  working,
  children,
}: {
  busy: boolean;
  /** « Envoi... » */
  working: string;
  children: string;
}) {
  return (
    <Button type="submit" variant="clay" size="large" block>
      {busy ? (
        <>
          <Spinner />
          {working}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
