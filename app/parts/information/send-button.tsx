import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";

export function SendButton({
  busy,
  working,
  children,
}: {
  busy: boolean;
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
