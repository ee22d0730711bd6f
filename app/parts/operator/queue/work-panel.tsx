import { ButtonLink } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Deadline, TakeForm, type WorkLine } from "../office.tsx";

export function WorkPanel({ line }: { line: WorkLine }) {
  const { sort, title, context, address, decidedBy, deadline } = line;
  return (
    <Panel as="aside" aria-label="Dossier choisi" className="sticky top-6 max-lg:hidden">
      <p className="text-14 text-ink-soft">{sort}</p>
      <h2 className="mt-2 mb-5 text-22 wrap-anywhere">{title}</h2>
      <Deadline deadline={deadline} />
      <p className="mt-4 border-l-2 border-sage-300 pl-4 wrap-anywhere">{context}</p>
      {address ? (
        <>
          <ButtonLink to={address} variant="clay" block className="mt-6">
            Ouvrir et décider
          </ButtonLink>
          <div className="mt-2 text-center">
            <TakeForm line={line} />
          </div>
        </>
      ) : (
        <p className="mt-6 text-ink-soft">Réservé à&nbsp;: {decidedBy}.</p>
      )}
    </Panel>
  );
}
