import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createTexter, type Texter } from "#platform/sms.server.ts";

/** An answer of the provider: a status with its body, a connection that ends, or none at all. */
type Answer = { status: number; body: object } | "cut" | "silence";

const TAKEN: Answer = { status: 201, body: { messageId: 1_511_882_900_176_220 } };

export interface TextProvider {
  texter: Texter;
  /** Everything that was asked of it, in order. */
  asked: { url: string; key: string; body: Record<string, unknown> }[];
  /** The answers to come, then all is taken. */
  answers: Answer[];
  /** Called while it is being asked. */
  onAsked: () => Promise<unknown>;
  stop(): void;
}

/** A provider of text messages over real HTTP, which the product's own SDK talks to. */
export async function openTextProvider(timeoutSeconds = 5): Promise<TextProvider> {
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>;
    provider.asked.push({
      url: String(request.url),
      key: String(request.headers["api-key"]),
      body,
    });
    await provider.onAsked();
    const answer = provider.answers.shift() ?? TAKEN;
    if (answer === "cut") request.socket.destroy();
    else if (answer !== "silence") {
      response.writeHead(answer.status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer.body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { apiKey: "xkeysib-test", sender: "Parenthese", apiBase, timeoutSeconds };
  const provider: TextProvider = {
    texter: createTexter(settings),
    asked: [],
    answers: [],
    onAsked: async () => {},
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}
