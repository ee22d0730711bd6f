import { formatLongDate } from "#core/dates.ts";
import type { OwnAppeal } from "#core/moderation/cases/schema.ts";
import { BASIS_WORDS } from "#core/moderation/labels.ts";
import type { Restriction } from "#core/moderation/show-content-case.server.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";

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

export function RestrictionNotice({
  restriction,
  about,
}: {
  restriction: Restriction;
  about?: string;
}) {
  const { measure, basis, facts, decidedAt, dueAt, appeal } = restriction;
  return (
    <Notice className="mb-6">
      <p>
        {about && `${about} : `}
        {measure === "hidden" &&
          `Masquée depuis le ${formatLongDate(decidedAt)} : personne ne la voit tant qu'elle n'est pas corrigée. Vos réservations sont maintenues.`}
        {measure === "removed" &&
          `Retirée le ${formatLongDate(decidedAt)} : personne ne la voit plus, et une correction n'y change rien. Vos réservations sont maintenues.`}
        {measure === "correction" &&
          `Une correction est demandée${dueAt ? ` avant le ${formatLongDate(dueAt)}` : ""}.`}
        {measure === "picture" &&
          `Sa photo a été retirée le ${formatLongDate(decidedAt)}. L'illustration de la catégorie la remplace ; vous pouvez en ajouter une autre.`}
      </p>
      <p className="mt-2 font-regular whitespace-pre-line wrap-anywhere">{facts}</p>
      {basis && <p className="mt-2 font-regular">{BASIS_WORDS[basis]}.</p>}
      <AppealLine
        appeal={appeal}
        condition={measure === "removed" ? "Si" : "Une fois corrigée, ou si"}
      />
    </Notice>
  );
}
