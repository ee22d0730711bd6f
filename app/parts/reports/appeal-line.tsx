import type { OwnAppeal } from "#core/moderation/cases/schema.ts";
import { TextLink } from "../../ui/text-link.tsx";

/** Leads to where a decision is contested (rules: contested-decision, contested-case). */
export function AppealLine({
  appeal,
  condition = "Si",
}: {
  appeal: OwnAppeal | null;
  condition?: string;
}) {
  if (!appeal) return null;
  return (
    <p className="mt-2 font-regular">
      {appeal.isAsked ? (
        "Vous avez demandé une relecture. Une personne relit, et vous répond par e-mail."
      ) : (
        <>
          {condition} vous n'êtes pas d'accord :{" "}
          <TextLink to={appeal.path}>demander une relecture</TextLink>
        </>
      )}
    </p>
  );
}
