import { searchKey } from "../texts/clean-text.ts";
import { isOneSlip } from "../texts/one-slip.ts";

/** Departments by region (INSEE, Code officiel géographique). */
const REGIONS: Record<string, string> = {
  "Auvergne-Rhône-Alpes": `01 Ain, 03 Allier, 07 Ardèche, 15 Cantal, 26 Drôme, 38 Isère, 42 Loire,
    43 Haute-Loire, 63 Puy-de-Dôme, 69 Rhône, 73 Savoie, 74 Haute-Savoie`,
  "Bourgogne-Franche-Comté": `21 Côte-d'Or, 25 Doubs, 39 Jura, 58 Nièvre, 70 Haute-Saône,
    71 Saône-et-Loire, 89 Yonne, 90 Territoire de Belfort`,
  Bretagne: "22 Côtes-d'Armor, 29 Finistère, 35 Ille-et-Vilaine, 56 Morbihan",
  "Centre-Val de Loire": `18 Cher, 28 Eure-et-Loir, 36 Indre, 37 Indre-et-Loire, 41 Loir-et-Cher,
    45 Loiret`,
  // Its two departments share the beginning of their postcodes.
  Corse: "20 Corse-du-Sud et Haute-Corse",
  "Grand Est": `08 Ardennes, 10 Aube, 51 Marne, 52 Haute-Marne, 54 Meurthe-et-Moselle, 55 Meuse,
    57 Moselle, 67 Bas-Rhin, 68 Haut-Rhin, 88 Vosges`,
  Guadeloupe: "971 Guadeloupe",
  Guyane: "973 Guyane",
  "Hauts-de-France": "02 Aisne, 59 Nord, 60 Oise, 62 Pas-de-Calais, 80 Somme",
  "Île-de-France": `75 Paris, 77 Seine-et-Marne, 78 Yvelines, 91 Essonne, 92 Hauts-de-Seine,
    93 Seine-Saint-Denis, 94 Val-de-Marne, 95 Val-d'Oise`,
  "La Réunion": "974 Réunion",
  Martinique: "972 Martinique",
  Mayotte: "976 Mayotte",
  Normandie: "14 Calvados, 27 Eure, 50 Manche, 61 Orne, 76 Seine-Maritime",
  "Nouvelle-Aquitaine": `16 Charente, 17 Charente-Maritime, 19 Corrèze, 23 Creuse, 24 Dordogne,
    33 Gironde, 40 Landes, 47 Lot-et-Garonne, 64 Pyrénées-Atlantiques, 79 Deux-Sèvres, 86 Vienne,
    87 Haute-Vienne`,
  Occitanie: `09 Ariège, 11 Aude, 12 Aveyron, 30 Gard, 31 Haute-Garonne, 32 Gers, 34 Hérault,
    46 Lot, 48 Lozère, 65 Hautes-Pyrénées, 66 Pyrénées-Orientales, 81 Tarn, 82 Tarn-et-Garonne`,
  "Pays de la Loire": "44 Loire-Atlantique, 49 Maine-et-Loire, 53 Mayenne, 72 Sarthe, 85 Vendée",
  "Provence-Alpes-Côte d'Azur": `04 Alpes-de-Haute-Provence, 05 Hautes-Alpes, 06 Alpes-Maritimes,
    13 Bouches-du-Rhône, 83 Var, 84 Vaucluse`,
};

const USED: Record<string, string> = {
  idf: "Île-de-France",
  paca: "Provence-Alpes-Côte d'Azur",
  provence: "Provence-Alpes-Côte d'Azur",
  aura: "Auvergne-Rhône-Alpes",
};

export interface Area {
  name: string;
  codes: string[];
}

const AREAS = new Map<string, Area>();
const CODES = new Map<string, Area>();
for (const [region, departments] of Object.entries(REGIONS)) {
  const codes = departments.split(/,\s+/).map((department) => {
    const [, code = "", name = ""] = /^(\d+) (.+)$/.exec(department) ?? [];
    AREAS.set(searchKey(name), { name, codes: [code] });
    CODES.set(code, { name, codes: [code] });
    return code;
  });
  AREAS.set(searchKey(region), { name: region, codes });
}
for (const [code, name] of [
  ["2a", "Corse-du-Sud"],
  ["2b", "Haute-Corse"],
] as const) {
  AREAS.set(searchKey(name), { name, codes: ["20"] });
  CODES.set(code, { name, codes: ["20"] });
}

export function areaNamed(key: string): Area | null {
  return AREAS.get(searchKey(USED[key] ?? key)) ?? CODES.get(key) ?? null;
}

export function areaOneSlipAway(key: string): Area | null {
  const [meant = ""] = [...AREAS.keys()].filter((name) => isOneSlip(key, name));
  return AREAS.get(meant) ?? null;
}
