import { readDemoAttachment } from "#core/notifications/list-demo-mails.server.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/demo-attachment";

/** Always downloaded, never shown as a page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { filename, contentType, content } = await readDemoAttachment(ctx, params).catch(asPage);
  return new Response(content, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
  });
}
