import { openOwnPaper } from "#core/verifications/keep-papers.server.ts";
import { signedInContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { paperResponse } from "../../parts/verification/paper-response.server.ts";
import type { Route } from "./+types/piece";

export async function loader(args: Route.LoaderArgs) {
  return paperResponse(await openOwnPaper(signedInContext(args), args.params).catch(asPage));
}
