import { dice } from "../db/demo/seeded-random.ts";
import { ANNOUNCEMENTS, PROFESSIONALS, TRADES } from "../db/demo/texts.ts";

/*
 * The words of the bench's catalogue. The texts are the demo's; names are put together, so that
 * there are as many rare words as in a real one.
 */

/** Cities with their inhabitants in thousands and their postcodes. */
export const CITIES: [name: string, inhabitants: number, ...postcodes: string[]][] = [
  ["Paris", 2103, ...arrondissements(75000, 20)],
  ["Marseille", 877, ...arrondissements(13000, 16)],
  ["Lyon", 520, ...arrondissements(69000, 9)],
  ["Toulouse", 511, "31000", "31100", "31200", "31300", "31400", "31500"],
  ["Nice", 353, "06000", "06100", "06200", "06300"],
  ["Nantes", 325, "44000", "44100", "44200", "44300"],
  ["Montpellier", 307, "34000", "34070", "34080", "34090"],
  ["Strasbourg", 291, "67000", "67100", "67200"],
  ["Bordeaux", 265, "33000", "33100", "33200", "33300", "33800"],
  ["Lille", 238, "59000", "59160", "59260", "59777", "59800"],
  ["Rennes", 227, "35000", "35200", "35700"],
  ["Toulon", 179, "83000", "83100", "83200"],
  ["Reims", 179, "51100"],
  ["Saint-Étienne", 173, "42000", "42100", "42230"],
  ["Le Havre", 166, "76600", "76610", "76620"],
  ["Dijon", 159, "21000"],
  ["Grenoble", 157, "38000", "38100"],
  ["Angers", 157, "49000", "49100"],
  ["Villeurbanne", 156, "69100"],
  ["Saint-Denis", 150, "93200", "93210"],
  ["Nîmes", 149, "30000", "30900"],
  ["Aix-en-Provence", 147, "13080", "13090", "13100", "13290", "13540"],
  ["Clermont-Ferrand", 147, "63000", "63100"],
  ["Le Mans", 145, "72000", "72100"],
  ["Brest", 140, "29200"],
  ["Tours", 138, "37000", "37100", "37200"],
  ["Amiens", 134, "80000", "80080", "80090"],
  ["Annecy", 131, "74000", "74370", "74600", "74940", "74960"],
  ["Limoges", 130, "87000", "87100", "87280"],
  ["Metz", 121, "57000", "57050", "57070"],
  ["Boulogne-Billancourt", 120, "92100"],
  ["Perpignan", 119, "66000", "66100"],
  ["Besançon", 119, "25000"],
  ["Orléans", 117, "45000", "45100"],
  ["Rouen", 114, "76000", "76100"],
  ["Montreuil", 111, "93100"],
  ["Caen", 108, "14000"],
  ["Argenteuil", 107, "95100"],
  ["Mulhouse", 104, "68100", "68200"],
  ["Nancy", 104, "54000", "54100"],
  ["Tourcoing", 99, "59200"],
  ["Roubaix", 98, "59100"],
  ["Nanterre", 96, "92000"],
  ["Vitry-sur-Seine", 95, "94400"],
  ["Créteil", 93, "94000"],
  ["Avignon", 91, "84000", "84140"],
  ["Poitiers", 90, "86000"],
  ["Aubervilliers", 90, "93300"],
  ["Dunkerque", 86, "59140", "59240", "59640"],
  ["Aulnay-sous-Bois", 86, "93600"],
  ["Colombes", 86, "92700"],
  ["Asnières-sur-Seine", 86, "92600"],
  ["Versailles", 84, "78000"],
  ["Saint-Maur-des-Fossés", 75, "94100", "94210"],
  ["Courbevoie", 82, "92400"],
  ["Béziers", 80, "34500"],
  ["La Rochelle", 79, "17000"],
  ["Pau", 78, "64000"],
  ["Cherbourg-en-Cotentin", 78, "50100", "50110", "50120", "50130"],
  ["Champigny-sur-Marne", 77, "94500"],
  ["Mérignac", 75, "33700"],
  ["Antibes", 74, "06160", "06600"],
  ["Saint-Nazaire", 73, "44600"],
  ["Ajaccio", 73, "20000", "20090"],
  ["Cannes", 73, "06150", "06400"],
  ["Calais", 67, "62100"],
  ["Bourges", 64, "18000"],
  ["Colmar", 68, "68000"],
  ["Quimper", 64, "29000"],
  ["Valence", 64, "26000"],
  ["Troyes", 62, "10000"],
  ["Chambéry", 59, "73000"],
  ["Lorient", 58, "56100"],
  ["Niort", 59, "79000"],
  ["Montauban", 62, "82000"],
  ["Vannes", 54, "56000"],
  ["La Roche-sur-Yon", 55, "85000"],
  ["Bayonne", 53, "64100"],
  ["Albi", 49, "81000"],
  ["Saint-Malo", 47, "35400"],
  ["Biarritz", 26, "64200"],
  ["Gap", 41, "05000"],
  ["Dinan", 14, "22100"],
  ["Uzès", 9, "30700"],
];

function arrondissements(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(first + index + 1));
}

/** Endings that practitioners add to a title. */
export const ENDINGS = [
  ...["", "", "", "", "", "", "", ""],
  ...[" du matin", " du soir", " de midi", " du dimanche", " en duo", " en petit groupe"],
  ...[", niveau débutant", ", niveau avancé", ", séance découverte", ", cycle court"],
  ...[" pour femmes enceintes", " pour seniors", " pour sportifs", " en famille"],
  ...[" au retour du bureau", " à deux voix"],
];

export { TRADES };

/** Everything that can be offered: every announcement of the demo under each of its titles. */
export const TEXTS = TRADES.flatMap((trade, number) =>
  ANNOUNCEMENTS[trade].flatMap(({ titles, text, euros: [low, high], ...rest }) =>
    titles.map((title) => ({
      trade: number,
      title,
      description: text,
      places: rest.places,
      minutes: rest.minutes,
      low,
      high,
      online: rest.online ?? false,
      included: rest.included?.join("\n") ?? null,
      requirements: rest.requirements?.join("\n") ?? null,
      tags: rest.tags,
    })),
  ),
);

/** Advice to read before coming. */
export const DIRECTIONS = PROFESSIONALS.flatMap(({ directions }) => directions);
export const STREETS = PROFESSIONALS.map(({ street }) => street.replace(/^\d+\S*\s+/, ""));
export const ABOUTS = PROFESSIONALS.map(({ about }) => about);
export const FIRST_NAMES = [...new Set(PROFESSIONALS.map(({ firstName }) => firstName))];

/** How businesses are called; `*` stands for a surname. */
export const BUSINESSES = [
  ...["Cabinet *", "Cabinet *", "Atelier *", "Maison *", "Studio *", "Espace *", "* & Cie"],
  ...["Les mains de *", "Le jardin *", "Centre *", "Institut *", "Chez *", "Le temps de *"],
];

const BEGINNINGS =
  "Bar Bel Ber Bou Bri Cas Cha Cor Dal Del Des Dor Fal Fon Gar Ger Gil Hau Jol Ker Lam Lan Lef Mar Mer Mon Mou Nor Pel Per Pra Ren Rou Sal Sau Tal Tre Val Ver Vil";
const MIDDLES = "a e i o ai an ar en er in on ou";
const ENDS = "bert card chon det dieu gnol lier meau net nier quin rand riot ron sac teau";

/** As many surnames as make rare words; always the same. */
export const SURNAMES = dice("surnames")
  .shuffle(
    BEGINNINGS.split(" ").flatMap((beginning) =>
      MIDDLES.split(" ").flatMap((middle) =>
        ENDS.split(" ").map((end) => beginning + middle + end),
      ),
    ),
  )
  .slice(0, 4_000);
