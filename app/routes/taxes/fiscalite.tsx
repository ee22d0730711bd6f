import { Form, useNavigation } from "react-router";
import { COUNTRY_LABELS } from "#core/professionals/labels.ts";
import { COUNTRIES } from "#core/professionals/schema.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { editTaxDetails, showTaxDetails } from "#core/taxes/decide-tax-request.server.ts";
import { LEGAL_FORMS, salesLabel } from "#core/taxes/labels.ts";
import { SALES_DUE } from "#core/taxes/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { TaxNotice } from "../../parts/account/profile/professional-cards.tsx";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { VatFields } from "../../parts/onboarding/vat-fields.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioList } from "../../ui/forms/radio-list.tsx";
import { type KnownField, SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/fiscalite";

export const meta: Route.MetaFunction = () => titleMeta("Mes informations fiscales");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos informations fiscales." },
  actionFailure: { title: "Erreur", text: "Vos informations n'ont pas pu être enregistrées." },
};

/** Filled in from the business as long as nothing was saved. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const own = await showOwnProfessional(ctx);
  if (!own) return null;
  const { details, sales, paidCents, isDue, heldFrom, isHeld } = await showTaxDetails(ctx);
  const business = {
    address: own.businessAddress,
    postalCode: own.businessPostalCode,
    city: own.businessCity,
  };
  const vat = { vatStatus: own.vatStatus, vatNumber: own.vatNumber };
  const known: Record<string, string | null> = { ...business, ...details, ...vat };
  return { known, sales, paidCents, isDue, heldFrom, isHeld };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  try {
    await editTaxDetails(context.get(requestContext), form);
    const title = "Informations enregistrées";
    return redirectWithToast(addresses.profile, { title });
  } catch (error) {
    return withKept(asOwnFormError(error, request), { typed: textsOf(Object.entries(form)) });
  }
}

export default function TaxDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { formMethod } = useNavigation();
  const form = useFirstError(actionData);
  if (!loaderData) return <NotProfessional />;
  const { known, sales, paidCents, isDue, heldFrom, isHeld } = loaderData;
  const values: Record<string, string | null | undefined> = actionData?.typed ?? known;
  const errors: Record<string, string[]> = actionData?.fields ?? {};
  const field = (name: string) => ({
    name,
    initialValue: values[name] ?? "",
    errors: errors[name],
  });
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <div className="mx-auto max-w-text">
        <Breadcrumb
          steps={[
            { label: "Mon profil", to: addresses.profile },
            { label: "Mes informations fiscales" },
          ]}
        />
        <h1 className="mt-2">Mes informations fiscales</h1>
        <Notice tone={isDue ? "warning" : "info"} className="mt-6">
          La loi nous oblige à déclarer chaque année vos ventes à l'administration fiscale
          (directive DAC7), au plus tard dès {SALES_DUE} ventes ou 2 000 € dans l'année. Cette année
          : {salesLabel({ sales, paidCents })}.
        </Notice>
        {heldFrom && <TaxNotice tax={{ heldFrom, isHeld }} className="mt-4" />}
        <Form ref={form} method="post" noValidate className="mt-6 grid gap-6">
          <Panel id="identite" title="Qui vend">
            <p className="mt-2 text-ink-soft">
              Vos clients lisent votre nom et votre forme juridique avant de réserver.
            </p>
            <div className="mt-4">
              <RadioList
                legend="Vous êtes"
                name="legalForm"
                choices={LEGAL_FORMS}
                value={values.legalForm ?? "person"}
                error={errors.legalForm}
              />
            </div>
            <div className="mt-4 grid gap-5 sm:grid-cols-2">
              <TextField
                field={field("legalName")}
                label="Nom complet ou dénomination"
                className="sm:col-span-2"
              />
              <TextField
                field={field("birthDate")}
                label="Date de naissance"
                hint="Pour une personne."
                type="date"
              />
              <TextField
                field={field("registration")}
                label="Numéro du registre"
                hint="Pour une société : SIREN, BCE, IDE…"
              />
              <TextField
                field={field("taxNumber")}
                label="Numéro fiscal"
                hint="13 chiffres en France, sur votre avis d'impôt ; le SIREN d'une société."
                className="sm:col-span-2"
              />
            </div>
          </Panel>
          <Panel id="adresse" title="Adresse">
            <div className="mt-4 grid gap-5 sm:grid-cols-2">
              <TextField field={field("address")} label="Adresse" className="sm:col-span-2" />
              <TextField field={field("postalCode")} label="Code postal" />
              <TextField field={field("city")} label="Ville" />
              <CountryField field={field("country")} label="Pays" />
              <CountryField field={field("accountCountry")} label="Pays de votre compte bancaire" />
            </div>
          </Panel>
          <Panel id="tva" title="TVA">
            <div className="mt-4">
              <VatFields values={values} errors={errors} />
            </div>
          </Panel>
          <div>
            <Button type="submit" variant="sage" size="large" busy={formMethod === "POST"}>
              Enregistrer
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}

function CountryField({ field, label }: { field: KnownField; label: string }) {
  return (
    <SelectField
      field={{ ...field, initialValue: field.initialValue || "FR" }}
      label={label}
      choices={COUNTRIES.map((country) => [country, COUNTRY_LABELS[country]])}
    />
  );
}
