import { useEffect, useRef } from "react";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useAnswer } from "./answer-form.tsx";

export function ConfirmField() {
  const { answer } = useAnswer();
  const heading = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is read from its beginning
  useEffect(() => heading.current?.focus(), [answer]);
  if (!answer?.confirm) return null;
  const { of, says } = answer.confirm;
  return (
    <Notice className="group-data-outdated/decision:hidden">
      <p ref={heading} tabIndex={-1} className="font-strong">
        Rien n'est encore fait. Une fois confirmé, cela ne se reprend pas :
      </p>
      <ul className="mt-1 list-disc pl-5 wrap-anywhere figures">
        {says.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {answer.mails && answer.mails.length > 0 && (
        <TextLink isTall to="#partira">
          Relire ce qui partira
        </TextLink>
      )}
      <label key={of} className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="confirmed"
          value={of}
          className="size-5 shrink-0 accent-sage-600"
        />
        Je l'ai lu, et je confirme.
      </label>
    </Notice>
  );
}
