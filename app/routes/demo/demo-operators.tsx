import { showDemoOperators } from "#core/operators/demo/show-demo-operators.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/demo-operators";

export const meta: Route.MetaFunction = () => titleMeta("Opérateurs de démonstration");

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return showDemoOperators(context.get(requestContext));
  } catch (error) {
    return asPage(error);
  }
}

export default function DemoOperators({ loaderData }: Route.ComponentProps) {
  const { operators, password } = loaderData;
  return (
    <div className="page pt-6">
      <h1 className="text-28 md:text-36">Opérateurs de démonstration</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Un code change toutes les 30 secondes et ne sert qu'une fois : rechargez la page pour le
        suivant. <TextLink to={operatorAddresses.logIn}>Espace opérateur</TextLink>
      </p>
      <div className="mt-8 grid gap-6 lg:grid-cols-2">
        {operators.map(({ email, name, roles, code }) => (
          <Panel key={email} aria-label={name}>
            <h2 className="text-22">{name}</h2>
            <Facts
              facts={[
                ["Rôles", roles],
                ["E-mail", email],
                ["Mot de passe", password],
                ["Code", code ?? "aucun : laissez le champ vide"],
              ]}
            />
          </Panel>
        ))}
      </div>
    </div>
  );
}
