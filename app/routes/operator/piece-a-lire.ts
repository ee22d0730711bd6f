import { openPaper } from "#core/verifications/keep-papers.server.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { paperResponse } from "../../parts/verification/paper-response.server.ts";
import type { Route } from "./+types/piece-a-lire";

export async function loader(args: Route.LoaderArgs) {
  return paperResponse(await openPaper(operatorContext(args), args.params).catch(asPage));
}
