import { AwayScreen } from "../parts/layout/away-screen.tsx";
import { drawStaticPage } from "../parts/layout/static-page.server.tsx";

export function drawAway(address: string, requestId: string, sent: FormData): string {
  const fields = [...sent];
  const typed = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const hadFile = fields.some(([, value]) => typeof value !== "string" && value.size > 0);
  return drawStaticPage(
    { address, title: "Réessayez dans un instant" },
    <AwayScreen {...{ address, requestId, typed, hadFile }} />,
  );
}
