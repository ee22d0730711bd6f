import { openEvidenceFile } from "#core/reconciliation/disputes/add-evidence-file.server.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { paperResponse } from "../../parts/verification/paper-response.server.ts";
import type { Route } from "./+types/piece-du-litige";

export async function loader(args: Route.LoaderArgs) {
  return paperResponse(await openEvidenceFile(operatorContext(args), args.params).catch(asPage));
}
