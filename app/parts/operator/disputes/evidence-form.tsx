import { MAX_REASON } from "#core/operators/acts/rules.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import {
  AnswerForm,
  ConfirmField,
  type DecisionAnswer,
  FootBar,
  SubmitButton,
  TextAreaField,
  TextField,
  useAnswer,
} from "../fields/answer-form.tsx";

interface Evidence {
  customerName: string;
  customerEmail: string;
  product: string;
  serviceDate: string;
  refundPolicy: string;
  cancellation: string;
  activity: string;
  messages: { id: string; by: "client" | "professional"; text: string; at: string }[];
}

const TEXTS = [
  ["product", "Ce qui a été vendu", 2],
  ["serviceDate", "Date de la séance", 1],
  ["refundPolicy", "Règle de remboursement montrée avant le paiement", 3],
  ["cancellation", "Annulation", 2],
  ["activity", "Ce qui s'est passé", 8],
] as const;

const FORM = "contester";

export function EvidenceRead({ evidence }: { evidence: Evidence }) {
  return (
    <dl className="mt-4 grid gap-5">
      {TEXTS.map(([name, label]) => (
        <div key={name}>
          <dt className="font-label">{label}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{evidence[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

export function EvidenceForm({
  evidence,
  files,
  answer,
}: {
  evidence: Evidence;
  files: string[];
  answer: DecisionAnswer | undefined;
}) {
  const pieces = `${files.length} pièce${files.length > 1 ? "s" : ""}`;
  const withFiles = files.length > 0 ? ` avec ${pieces}` : "";
  const picked = answer?.typed.messages?.split(",") ?? [];
  return (
    <AnswerForm id={FORM} answer={answer} legend="Preuves" layout="mt-4 grid gap-5">
      {files.map((id) => (
        <input key={id} type="hidden" name="files" value={id} />
      ))}
      <p>
        La banque n'accepte qu'une réponse. Relisez chaque texte, corrigez ce qui est inexact,
        choisissez les messages qui aident, et ouvrez chaque pièce.
      </p>
      <p className="wrap-anywhere">
        Client : {[evidence.customerName, evidence.customerEmail].filter(Boolean).join(", ")}
      </p>
      {TEXTS.map(([name, label, rows]) =>
        rows === 1 ? (
          <TextField key={name} name={name} label={label} defaultValue={evidence[name]} />
        ) : (
          <TextAreaField
            key={name}
            name={name}
            label={label}
            rows={rows}
            defaultValue={evidence[name]}
          />
        ),
      )}
      {evidence.messages.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-label">Messages à joindre</legend>
          {evidence.messages.map(({ id, by, text, at }) => (
            <label key={id} className="flex min-h-11 gap-3 border-b border-sand-300 py-3">
              <input
                type="checkbox"
                name="messages"
                value={id}
                defaultChecked={picked.includes(id)}
                className="size-5 shrink-0 accent-sage-600"
              />
              <span className="min-w-0 wrap-anywhere">
                <span className="block text-14 text-ink-soft">
                  {by === "client" ? "Le client" : "Le praticien"}, {at}
                </span>
                <span className="whitespace-pre-line">{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <TextAreaField
        name="reason"
        label="Motif, lu plus tard par le contrôle"
        hint="Pourquoi la somme est due."
        rows={2}
        maxLength={MAX_REASON}
      />
      <UnreadFiles />
      <ConfirmField />
      <FootBar says={`Contester${withFiles}`} formId={FORM}>
        <SubmitButton variant="clay" size="large" block>
          Envoyer à la banque
        </SubmitButton>
      </FootBar>
    </AnswerForm>
  );
}

function UnreadFiles() {
  const unread = useAnswer().errorOf("files");
  if (!unread) return null;
  return (
    <Notice tone="danger" role="alert">
      {unread[0]} <TextLink to="#pieces">Les pièces jointes</TextLink>
    </Notice>
  );
}
