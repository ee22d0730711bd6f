import { sql } from "drizzle-orm";
import { z } from "zod";
import { askService } from "./ask-service.server.ts";
import type { Outside } from "./outside-requests.server.ts";
import type { Database } from "./postgres.server.ts";

export interface Establishment {
  siret: string;
  name: string;
  /** « 96.04Z »; null where undisclosed. */
  activity: string | null;
  postalCode: string | null;
  city: string | null;
  isActive: boolean;
  /** « 2022-05-02 »; null where it is not known. */
  openedOn: string | null;
}

export interface CompanyRegister {
  /** Null for an unknown SIRET. @throws ServiceAway */
  find(siret: string): Promise<Establishment | null>;
}

const place = z.object({
  siret: z.string(),
  etat_administratif: z.string().nullish(),
  activite_principale: z.string().nullish(),
  code_postal: z.string().nullish(),
  libelle_commune: z.string().nullish(),
  date_creation: z.string().nullish(),
});
const answer = z.object({
  results: z.array(
    z.object({
      siren: z.string(),
      nom_complet: z.string().nullish(),
      etat_administratif: z.string().nullish(),
      siege: place.nullish(),
      matching_etablissements: z.array(place).nullish(),
    }),
  ),
});

/** « Recherche d'entreprises » (https://recherche-entreprises.api.gouv.fr/docs/) or the like. */
export function createCompanyRegister(outside: Outside, base: string): CompanyRegister {
  const service = "the register of companies";
  return {
    async find(siret) {
      const url = `${base}/search?q=${siret}&page=1&per_page=1`;
      return read(siret, await askService(outside, { service, url, answer }));
    },
  };
}

function read(siret: string, found: z.output<typeof answer>): Establishment | null {
  const company = found.results.find(({ siren }) => siret.startsWith(siren));
  if (!company) return null;
  const places = [...(company.matching_etablissements ?? []), company.siege];
  // The register lacks some places of a large company, which then answers for them.
  const own = places.find((one) => one?.siret === siret) ?? null;
  const state = own?.etat_administratif ?? company.etat_administratif;
  return {
    ...{ siret, name: company.nom_complet ?? "", activity: own?.activite_principale ?? null },
    ...{ postalCode: own?.code_postal ?? null, city: own?.libelle_commune ?? null },
    isActive: state === "A" && company.etat_administratif === "A",
    openedOn: own?.date_creation ?? null,
  };
}

/** The demo's register, where a number beginning with 999 is closed. */
export function createRegisterStandIn(db: Database): CompanyRegister {
  return {
    async find(siret) {
      const { rows } = await db.execute<{
        name: string;
        postalCode: string | null;
        city: string | null;
      }>(sql`
        select u.last_name || ' ' || u.first_name as name,
          p.business_postal_code as "postalCode", p.business_city as city
        from professional_profiles p join profiles u on u.id = p.user_id
        where p.siret = ${siret}
          or p.id in (select professional_id from proofs where kind = 'company' and number = ${siret})
        order by p.created_at limit 1`);
      const [found] = rows;
      if (!found) return null;
      const isActive = !siret.startsWith("999");
      return { siret, ...found, activity: "96.04Z", isActive, openedOn: "2022-05-02" };
    },
  };
}
