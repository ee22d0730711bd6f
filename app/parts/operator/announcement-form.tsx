import {
  AnswerForm,
  type DecisionAnswer,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
} from "./fields/answer-form.tsx";

export function AnnouncementForm({
  kinds,
  longest,
  suggested,
  answer,
}: {
  kinds: [value: string, name: string][];
  longest: number;
  suggested: { from: string; until: string };
  answer: DecisionAnswer | undefined;
}) {
  return (
    <AnswerForm answer={answer} legend="L'annonce">
      <SelectField name="kind" label="Genre" options={kinds} />
      <TextAreaField
        name="text"
        label="Texte"
        hint={`${longest} caractères au plus. Dites ce qui ne marche pas, et jusqu'à quand.`}
        rows={3}
        maxLength={longest}
      />
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
        <TextField
          name="from"
          label="Du"
          hint="Vide : dès maintenant."
          type="datetime-local"
          defaultValue={suggested.from}
        />
        <TextField name="until" label="Au" type="datetime-local" defaultValue={suggested.until} />
      </div>
      <TextField
        name="reason"
        label="Pourquoi"
        hint="Inscrit au journal. Les visiteurs ne le lisent pas."
        autoComplete="off"
      />
      <SubmitButton variant="sage" size="large" block>
        Annoncer
      </SubmitButton>
    </AnswerForm>
  );
}
