import { Checkbox } from "../../../ui/forms/checkbox.tsx";

export function TopicBoxes<Topic extends string>({
  topics,
  words,
  chosen,
  prefix = "",
}: {
  topics: readonly Topic[];
  words: Record<Topic, { name: string; explanation: string }>;
  chosen: Record<Topic, boolean>;
  prefix?: string;
}) {
  return (
    <ul className="mt-4 grid gap-4">
      {topics.map((topic) => (
        <li key={topic}>
          <Checkbox
            name={prefix + topic}
            defaultChecked={chosen[topic]}
            aria-describedby={`${prefix}${topic}-explication`}
            label={<span className="font-strong">{words[topic].name}</span>}
          />
          <p id={`${prefix}${topic}-explication`} className="ml-8 text-ink-soft">
            {words[topic].explanation}
          </p>
        </li>
      ))}
    </ul>
  );
}
