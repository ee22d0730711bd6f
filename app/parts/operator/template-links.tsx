import { useSearchParams } from "react-router";
import { TextLink } from "../../ui/text-link.tsx";

export function TemplateLinks({
  templates,
}: {
  templates: readonly { id: string; name: string }[];
}) {
  const [query] = useSearchParams();
  return (
    <>
      <p className="font-label">Commencer par</p>
      <ul className="mt-1 mb-6 flex flex-wrap gap-x-4">
        {templates.map(({ id, name }) => (
          <li key={id}>
            <TextLink
              isTall
              to={`?${new URLSearchParams([...query].filter(([name]) => name !== "modele").concat([["modele", id]]))}`}
            >
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </>
  );
}
