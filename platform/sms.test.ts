import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTextProvider } from "#test/make/sms-provider.ts";
import { createTexter } from "./sms.server.ts";

async function open(timeoutSeconds?: number) {
  const provider = await openTextProvider(timeoutSeconds);
  onTestFinished(() => provider.stop());
  return provider;
}

const MESSAGE = { to: "+33639980001", text: "Rappel : Yoga doux, sam. 21 nov. à 18:30" };

test("a text message is asked for once, as a transactional one", async () => {
  const { texter, asked } = await open();
  expect(await texter.send(MESSAGE)).toBe("1511882900176220");
  expect(asked).toEqual([
    {
      url: "/transactionalSMS/send",
      key: "xkeysib-test",
      body: {
        recipient: "33639980001",
        sender: "Parenthese",
        content: MESSAGE.text,
        type: "transactional",
        unicodeEnabled: false,
      },
    },
  ]);
});

test.each([
  [{ status: 400, body: { code: "invalid_parameter", message: "Invalid recipient" } }, "refused"],
  [{ status: 401, body: { code: "unauthorized" } }, "not taken"],
  [{ status: 402, body: { code: "not_enough_credits" } }, "not taken"],
  [{ status: 429, body: {} }, "not taken"],
  [{ status: 503, body: {} }, "not taken"],
  [{ status: 504, body: {} }, "unknown"],
  ["cut", "unknown"],
  ["silence", "unknown"],
] as const)("after the answer %j it is « %s », and not tried twice", async (answer, outcome) => {
  // None is waited for where one comes, however late.
  const { texter, asked, answers } = await open(answer === "silence" ? 2 : 60);
  answers.push(answer);
  await expect(texter.send(MESSAGE)).rejects.toMatchObject({ outcome });
  expect(asked).toHaveLength(1);
});

test("a provider that nobody reaches has certainly not taken it", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const apiBase = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  const texter = createTexter({ apiKey: "x", sender: "Parenthese", apiBase });
  await expect(texter.send(MESSAGE)).rejects.toMatchObject({ outcome: "not taken" });
});
