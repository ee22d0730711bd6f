import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher } from "react-router";
import { knowsPasskeys, type PasskeyOutcome } from "../../browser/passkeys.ts";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

/** @param ceremony what the device does. @returns `isAble`: null until the script has looked. */
export function usePasskey<Options>(
  ceremony: (options: Options) => Promise<PasskeyOutcome>,
  send: (credential: string) => unknown,
) {
  const fetcher = useFetcher<{
    options?: Options;
    fields?: Record<string, string[]>;
    toast?: ToastMessage;
  }>();
  const { data, state } = fetcher;
  const [isAble, setAble] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setAble(knowsPasskeys()), []);

  const answer = useEffectEvent(async (options: Options) => {
    setAsking(true);
    const outcome = await ceremony(options);
    setAsking(false);
    if ("failure" in outcome) setFailure(outcome.failure);
    else await send(outcome.credential);
  });
  useEffect(() => {
    if (data?.options) void answer(data.options as Options);
  }, [data]);

  return {
    isAble,
    busy: isAsking || state !== "idle",
    fields: data?.fields,
    failure: failure ?? data?.toast?.text ?? null,
    begin(fields: Record<string, string> = {}) {
      setFailure(null);
      return fetcher.submit({ intent: "challenge", ...fields }, { method: "post" });
    },
  };
}
