/** The activity types of the demo (rule: categories): the nine of the filter, and three more. */
export const TRADES = [
  ...["Yoga", "Massage", "Méditation", "Coaching", "Sophrologie", "Naturopathie", "Nutrition"],
  ...["Reiki", "Psychothérapie", "Pilates", "Hypnose", "Art-thérapie"],
] as const;
export type Trade = (typeof TRADES)[number];

export interface Professional {
  firstName: string;
  lastName: string;
  business: string;
  about: string;
  street: string;
  postcode: string;
  city: string;
  /** Advice before coming; it closes the texts of the sessions held there. */
  directions: string[];
  trades: Trade[];
  verified: boolean;
  /** How many sessions they offer. */
  sessions: number;
}

/** Everybody who can be booked, except the people that one can log in as (accounts.ts). */
export const PROFESSIONALS: Professional[] = [
  // ─── Paris ─────────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Clara",
    lastName: "Vasseur",
    business: "L'Atelier du souffle",
    about:
      "Professeure de yoga depuis onze ans, formée à Rishikesh puis à Paris, j'enseigne le hatha et le yin dans une ancienne imprimerie. Les groupes restent petits et l'on se connaît par son prénom. Je propose aussi la sieste guidée, que mes élèves réclament en hiver.",
    street: "38 rue de la Folie-Méricourt",
    postcode: "75011",
    city: "Paris",
    directions: [
      "L'atelier se trouve au fond de la seconde cour, métro Oberkampf.",
      "Sonnez à « Atelier », puis suivez les pavés jusqu'à la verrière.",
    ],
    trades: ["Yoga", "Méditation"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Mathieu",
    lastName: "Delcourt",
    business: "Mains & Cie",
    about:
      "Deux salles de soin derrière les Abbesses, pour des massages suédois, sportifs et assis. Ancien kinésithérapeute, j'ai gardé le goût de l'anatomie et perdu celui des rendez-vous de vingt minutes.",
    street: "12 rue Durantin",
    postcode: "75018",
    city: "Paris",
    directions: [
      "Métro Abbesses ou Blanche, premier étage sans ascenseur.",
      "La porte vitrée est entre le fleuriste et le caviste.",
    ],
    trades: ["Massage"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Sarah",
    lastName: "Benhamou",
    business: "Cabinet Sarah Benhamou",
    about:
      "Psychopraticienne certifiée, je reçois adultes et couples dans le Marais. Mon approche est intégrative, avec une préférence pour les thérapies brèves quand elles suffisent. Je consulte aussi en visio, le soir.",
    street: "21 rue des Tournelles",
    postcode: "75004",
    city: "Paris",
    directions: [
      "Le cabinet est au deuxième étage, ascenseur, métro Bastille.",
      "Le code de l'immeuble figure dans votre confirmation.",
    ],
    trades: ["Psychothérapie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Aurélien",
    lastName: "Garnier",
    business: "Studio Axe Pilates",
    about:
      "Un studio lumineux équipé de trois Reformer et d'une grande salle pour le tapis. Ancien danseur, j'enseigne un Pilates précis, sans musique tonitruante. Débutants bienvenus à toutes les heures creuses.",
    street: "54 rue de Lancry",
    postcode: "75010",
    city: "Paris",
    directions: [
      "À cent mètres du canal Saint-Martin, au rez-de-chaussée.",
      "Les vestiaires ouvrent un quart d'heure avant le cours.",
    ],
    trades: ["Pilates", "Yoga"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Hélène",
    lastName: "Tanguy",
    business: "Hélène Tanguy, sophrologue",
    about:
      "Vingt ans de ressources humaines, puis une formation de sophrologue, ce qui explique mon goût pour les questions de travail et de sommeil. Je reçois près du Luxembourg, enfants compris le mercredi.",
    street: "9 rue Gay-Lussac",
    postcode: "75005",
    city: "Paris",
    directions: [
      "RER Luxembourg, bâtiment sur rue, troisième étage avec ascenseur.",
      "La salle d'attente est partagée avec deux confrères.",
    ],
    trades: ["Sophrologie", "Coaching"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Kenji",
    lastName: "Moreau",
    business: "Kenkō Shiatsu",
    about:
      "Formé quatre ans à Osaka, je pratique le shiatsu au sol et le Tui Na dans un petit dojo du 13e. Les soins se reçoivent habillé, en silence. Une tasse de sencha vous attend après.",
    street: "27 rue de la Butte-aux-Cailles",
    postcode: "75013",
    city: "Paris",
    directions: [
      "On se déchausse à l'entrée, les chaussons sont prêtés.",
      "Métro Corvisart ou Place d'Italie, à cinq minutes à pied.",
    ],
    trades: ["Massage", "Reiki"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Nadia",
    lastName: "Cherif",
    business: "À table, Nadia",
    about:
      "Diététicienne diplômée d'État, je travaille autant à la cuisine qu'au bureau. Mes consultations sont gourmandes et mes ateliers se terminent à table. J'accompagne beaucoup de jeunes mères et quelques marathoniens.",
    street: "63 rue des Batignolles",
    postcode: "75017",
    city: "Paris",
    directions: [
      "La cuisine-atelier donne sur la rue, vitrine verte.",
      "Métro Rome, les poussettes passent sans difficulté.",
    ],
    trades: ["Nutrition", "Naturopathie"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Olivier",
    lastName: "Castel",
    business: "Hypnose Nation",
    about:
      "Hypnothérapeute et conférencier, je me suis spécialisé dans le tabac, les phobies et le trac. J'explique toujours ce que je fais, et pourquoi. Les sceptiques sont mes patients préférés.",
    street: "8 avenue du Trône",
    postcode: "75012",
    city: "Paris",
    directions: [
      "À la sortie du métro Nation, escalier B, premier étage.",
      "L'immeuble est calme et la salle d'attente bien fournie en romans.",
    ],
    trades: ["Hypnose", "Sophrologie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Jeanne",
    lastName: "Lacroix",
    business: "La Main verte et le pinceau",
    about:
      "Plasticienne et art-thérapeute, j'anime des ateliers dans un local d'artistes de Belleville. On y vient avec ses deux mains gauches. Les enfants ont leur créneau, et leur mur.",
    street: "17 rue Ramponeau",
    postcode: "75020",
    city: "Paris",
    directions: [
      "Métro Belleville, entrée par le portail bleu au fond du passage.",
      "L'atelier est chauffé, mais les sols sont froids en hiver.",
    ],
    trades: ["Art-thérapie", "Méditation"],
    verified: false,
    sessions: 8,
  },
  {
    firstName: "Thomas",
    lastName: "Ribeiro",
    business: "Cap & Tempo",
    about:
      "Coach certifié après quinze ans dans l'industrie, j'aide les gens à décider. Bilan de carrière, prise de poste, parole en public, toujours avec un tableau blanc. Je ne vends ni méthode magique ni abonnement.",
    street: "4 rue Cadet",
    postcode: "75009",
    city: "Paris",
    directions: [
      "Espace de travail partagé, demandez la salle du fond à l'accueil.",
      "Métro Cadet, deuxième étage, interphone « Cap ».",
    ],
    trades: ["Coaching", "Psychothérapie"],
    verified: true,
    sessions: 8,
  },
  // ─── Lyon ──────────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Élodie",
    lastName: "Charpin",
    business: "Les Mains d'Ainay",
    about:
      "Masseuse en libéral depuis 2014, je pratique le californien, les pierres chaudes et le drainage. Mon cabinet donne sur une cour où l'on n'entend que les merles.",
    street: "6 rue Vaubecour",
    postcode: "69002",
    city: "Lyon",
    directions: [
      "Métro Ampère, traversez la cour et montez d'un étage.",
      "Le chauffage est généreux et la table aussi.",
    ],
    trades: ["Massage", "Reiki"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Bastien",
    lastName: "Faure",
    business: "Respire Guillotière",
    about:
      "Sophrologue et instructeur de cohérence cardiaque, j'interviens en entreprise la semaine et au cabinet le reste du temps. Mes séances sont concrètes, avec des exercices à emporter. Groupe ouvert le jeudi.",
    street: "41 rue de Marseille",
    postcode: "69007",
    city: "Lyon",
    directions: [
      "Tram T1 arrêt Guillotière, cabinet en rez-de-jardin.",
      "Un local à vélos est à votre disposition dans la cour.",
    ],
    trades: ["Sophrologie", "Méditation"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Camille",
    lastName: "Dessaigne",
    business: "Pilates des Brotteaux",
    about:
      "Kinésithérapeute et professeure de Pilates, je m'occupe surtout de dos, de périnées et de genoux. Les cours dépassent rarement huit personnes.",
    street: "90 rue Bugeaud",
    postcode: "69006",
    city: "Lyon",
    directions: [
      "Métro Masséna, salle au premier étage avec ascenseur.",
      "Deux cabines et une douche sont à disposition.",
    ],
    trades: ["Pilates", "Coaching"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Farid",
    lastName: "Amrani",
    business: "Cabinet du Gros Caillou",
    about:
      "Psychologue clinicien, j'ai longtemps travaillé à l'hôpital avant de m'installer sur le plateau de la Croix-Rousse. Je reçois adultes, adolescents et familles.",
    street: "15 rue de Belfort",
    postcode: "69004",
    city: "Lyon",
    directions: [
      "Métro Croix-Rousse, rez-de-chaussée accessible en fauteuil.",
      "La salle d'attente est au calme, côté jardin.",
    ],
    trades: ["Psychothérapie", "Hypnose"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Manon",
    lastName: "Perrachon",
    business: "Graines & Saisons",
    about:
      "Naturopathe passionnée de plantes comestibles, je partage mon temps entre consultations, balades et ateliers de tisanes. Je travaille main dans la main avec une diététicienne voisine.",
    street: "22 cours Gambetta",
    postcode: "69003",
    city: "Lyon",
    directions: [
      "Métro Garibaldi, l'herboristerie est à l'angle.",
      "Les consultations se tiennent dans l'arrière-boutique.",
    ],
    trades: ["Naturopathie", "Nutrition", "Art-thérapie"],
    verified: false,
    sessions: 9,
  },
  // ─── Marseille ─────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Audrey",
    lastName: "Santini",
    business: "Yoga du Vallon",
    about:
      "Des cours face à la mer quand le mistral le permet, et dans une salle en bois le reste de l'année. J'enseigne le vinyasa et le prénatal avec l'accent et sans chichis.",
    street: "48 rue du Vallon-des-Auffes",
    postcode: "13007",
    city: "Marseille",
    directions: [
      "Bus 83, descendez l'escalier jusqu'au petit port.",
      "Prévoyez une veste, la salle reste ouverte sur la terrasse.",
    ],
    trades: ["Yoga", "Pilates"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Jean-Luc",
    lastName: "Orsini",
    business: "Le Cabanon du calme",
    about:
      "Hypnothérapeute et magnétiseur de formation, installé depuis dix-huit ans près du Vieux-Port. Beaucoup d'arrêts du tabac, et quelques pêcheurs qui ne dormaient plus.",
    street: "30 rue Sainte",
    postcode: "13001",
    city: "Marseille",
    directions: [
      "Métro Vieux-Port, deuxième étage, fenêtres sur l'Opéra.",
      "Le parking Estienne-d'Orves est juste en face.",
    ],
    trades: ["Hypnose", "Reiki"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Inaya",
    lastName: "Toumi",
    business: "Massages du Cours Julien",
    about:
      "Un hammam en bas, trois tables en haut et de l'huile d'argan que ma tante presse elle-même. Je masse depuis neuf ans, femmes et hommes, avec la même attention.",
    street: "11 rue des Trois-Mages",
    postcode: "13006",
    city: "Marseille",
    directions: [
      "Métro Notre-Dame-du-Mont, sonnez à la porte ocre.",
      "Arrivez dix minutes avant pour profiter du thé à la menthe.",
    ],
    trades: ["Massage"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Guillaume",
    lastName: "Pastorel",
    business: "Horizon Sophro",
    about:
      "Ancien marin-pompier, je suis devenu sophrologue après avoir compris ce que le souffle change à la peur. J'accompagne sportifs, lycéens et personnes en arrêt de travail.",
    street: "122 avenue du Prado",
    postcode: "13008",
    city: "Marseille",
    directions: [
      "Métro Périer, cabinet partagé au troisième étage.",
      "L'ascenseur est étroit, prévenez-moi si vous êtes en fauteuil.",
    ],
    trades: ["Sophrologie", "Méditation", "Coaching"],
    verified: true,
    sessions: 9,
  },
  // ─── Toulouse ──────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Pauline",
    lastName: "Escande",
    business: "La Brique et le Lotus",
    about:
      "Un studio de yoga et de méditation sous les toits roses des Carmes. J'enseigne depuis 2012 et je forme de futurs professeurs. On y rit plus qu'on ne le croit.",
    street: "25 rue des Filatiers",
    postcode: "31000",
    city: "Toulouse",
    directions: [
      "Métro Carmes, quatrième étage, et la vue mérite l'escalier.",
      "Les tapis et les coussins sont sur place, venez les mains libres.",
    ],
    trades: ["Yoga", "Méditation"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Damien",
    lastName: "Lafforgue",
    business: "Récup' Toulouse",
    about:
      "Masseur sportif auprès de deux clubs de rugby, j'ouvre aussi mon cabinet aux gens normaux. Massages profonds, drainage et conseils d'étirement.",
    street: "70 avenue de Grande-Bretagne",
    postcode: "31300",
    city: "Toulouse",
    directions: [
      "Tram arrêt Zénith, places de stationnement devant la porte.",
      "Une douche est disponible après le soin.",
    ],
    trades: ["Massage", "Pilates"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Véronique",
    lastName: "Soulié",
    business: "Cabinet des Minimes",
    about:
      "Thérapeute de couple et de famille depuis vingt-deux ans. J'aime les histoires compliquées et les gens qui n'osent pas commencer. Je reçois sur rendez-vous, y compris le samedi matin.",
    street: "33 avenue des Minimes",
    postcode: "31200",
    city: "Toulouse",
    directions: [
      "Métro Barrière-de-Paris, rez-de-chaussée sur cour.",
      "Les enfants trouveront une caisse de jouets dans l'entrée.",
    ],
    trades: ["Psychothérapie", "Sophrologie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Yasmine",
    lastName: "Haddad",
    business: "Équilibre & Saveurs",
    about:
      "Diététicienne nutritionniste, spécialisée dans les troubles digestifs et l'alimentation du sportif. Mes ateliers de cuisine végétale affichent souvent complet.",
    street: "14 rue Gambetta",
    postcode: "31000",
    city: "Toulouse",
    directions: [
      "À deux pas du Capitole, premier étage.",
      "Un frigo est à votre disposition si vous faites vos courses avant.",
    ],
    trades: ["Nutrition", "Naturopathie"],
    verified: true,
    sessions: 8,
  },
  // ─── Bordeaux ──────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Margaux",
    lastName: "Lestage",
    business: "Les Chartrons respirent",
    about:
      "Un ancien chai, une charpente, vingt tapis. J'y enseigne le hatha, le yin et le yoga sur chaise pour les voisins plus âgés. Les bols tibétains résonnent le vendredi soir.",
    street: "58 rue Notre-Dame",
    postcode: "33000",
    city: "Bordeaux",
    directions: [
      "Tram B arrêt Chartrons, la porte est entre deux antiquaires.",
      "La salle est de plain-pied et chauffée au poêle.",
    ],
    trades: ["Yoga", "Méditation"],
    verified: true,
    sessions: 9,
  },
  {
    firstName: "Romain",
    lastName: "Darrieux",
    business: "Romain Darrieux, hypnose et sophrologie",
    about:
      "Deux approches et une seule idée, vous apprendre à vous passer de moi. Je travaille beaucoup sur le sommeil, le trac et la douleur. Supervisé et membre d'un collectif de praticiens.",
    street: "19 cours de Verdun",
    postcode: "33000",
    city: "Bordeaux",
    directions: [
      "Le cabinet donne sur le Jardin public, deuxième étage.",
      "Tram C arrêt Jardin public, interphone « RD ».",
    ],
    trades: ["Hypnose", "Sophrologie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Lucie",
    lastName: "Etcheverry",
    business: "Peau & Plume",
    about:
      "Massages enveloppants et réflexologie dans une échoppe de Saint-Augustin. J'ai été sage-femme, et les futures mères composent la moitié de ma clientèle.",
    street: "7 rue Berruer",
    postcode: "33000",
    city: "Bordeaux",
    directions: [
      "Stationnement facile dans la rue, jardin visible depuis la table.",
      "Bus 9 arrêt Saint-Augustin, entrée de plain-pied.",
    ],
    trades: ["Massage", "Naturopathie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Antoine",
    lastName: "Belloc",
    business: "Trajectoires",
    about:
      "Coach professionnel, formateur et père de trois enfants, ce qui m'a beaucoup appris sur la négociation. Je reçois dans un tiers-lieu de Bacalan, ou en marchant le long des quais.",
    street: "87 quai des Queyries",
    postcode: "33100",
    city: "Bordeaux",
    directions: [
      "Demandez l'espace Trajectoires à l'accueil du tiers-lieu.",
      "Tram A arrêt Jardin botanique, vélos admis à l'intérieur.",
    ],
    trades: ["Coaching", "Art-thérapie"],
    verified: false,
    sessions: 7,
  },
  // ─── Nantes ────────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Solène",
    lastName: "Guillou",
    business: "L'Île aux pratiques",
    about:
      "Sur l'île de Nantes, une salle claire pour le Pilates et le yoga du dos. Je suis ostéopathe de formation et je corrige avec les mains, quand on m'y autorise.",
    street: "12 boulevard de la Prairie-au-Duc",
    postcode: "44200",
    city: "Nantes",
    directions: [
      "Tram 1 arrêt Chantiers navals, entrée côté Loire.",
      "Le vestiaire ferme à clé et les douches sont chaudes.",
    ],
    trades: ["Pilates", "Yoga"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Erwan",
    lastName: "Le Bihan",
    business: "Gong & Marée",
    about:
      "Musicien devenu praticien sonore, je joue de quatre gongs et d'une trentaine de bols. Mes voyages se font allongé, dans une chapelle désaffectée du quartier Sainte-Anne.",
    street: "3 rue de l'Hermitage",
    postcode: "44100",
    city: "Nantes",
    directions: [
      "La chapelle est fraîche, apportez un vêtement chaud.",
      "Navibus ou bus C1, la porte de bois reste entrouverte.",
    ],
    trades: ["Méditation", "Reiki"],
    verified: false,
    sessions: 8,
  },
  {
    firstName: "Charlotte",
    lastName: "Bréchet",
    business: "Cabinet Charlotte Bréchet",
    about:
      "Psychothérapeute et hypnopraticienne, je reçois des adultes pour qui tout allait bien jusqu'à récemment. Mon cabinet du centre est aussi celui de deux chats, prévenez en cas d'allergie.",
    street: "16 rue Crébillon",
    postcode: "44000",
    city: "Nantes",
    directions: [
      "Troisième étage avec ascenseur, à cinquante mètres du théâtre.",
      "Tram 1 et 3 arrêt Commerce, puis cinq minutes à pied.",
    ],
    trades: ["Psychothérapie", "Hypnose"],
    verified: true,
    sessions: 8,
  },
  // ─── Lille ─────────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Justine",
    lastName: "Vandamme",
    business: "Studio Wazemmes",
    about:
      "Un ancien atelier de couture transformé en studio de yoga et de Pilates, avec un plancher qui grince et une chaudière vaillante. Les cours du midi sont une institution.",
    street: "34 rue des Sarrazins",
    postcode: "59000",
    city: "Lille",
    directions: [
      "Métro Gambetta, entrée par la cour du numéro 34.",
      "Le dimanche, on entend le marché, et c'est très bien ainsi.",
    ],
    trades: ["Yoga", "Pilates"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Benoît",
    lastName: "Delannoy",
    business: "Pause Ch'ti, massages",
    about:
      "Massages assis, suédois et thaïlandais dans le Vieux-Lille. Je viens de la restauration, j'en ai gardé le sens du service et le mal de dos, guéri depuis.",
    street: "5 rue de la Monnaie",
    postcode: "59800",
    city: "Lille",
    directions: [
      "Au-dessus du chocolatier, premier étage à gauche.",
      "La rue est piétonne, le parking le plus proche est avenue du Peuple-Belge.",
    ],
    trades: ["Massage"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Amélie",
    lastName: "Roussel",
    business: "Fil d'Ariane, coaching et sophrologie",
    about:
      "Enseignante pendant douze ans, puis coach et sophrologue, j'accompagne surtout les étudiants, les profs et les parents. Humour et tableaux de toutes les couleurs.",
    street: "28 rue Solférino",
    postcode: "59000",
    city: "Lille",
    directions: [
      "Métro République, salle lumineuse au premier.",
      "Sonnez une fois, j'ouvre à distance.",
    ],
    trades: ["Coaching", "Sophrologie"],
    verified: true,
    sessions: 8,
  },
  // ─── Strasbourg ────────────────────────────────────────────────────────────────────────────
  {
    firstName: "Anne-Sophie",
    lastName: "Kieffer",
    business: "Le Jardin intérieur",
    about:
      "Naturopathe et praticienne Reiki à la Krutenau. J'ai un faible pour les femmes épuisées et les hommes qui n'osent pas consulter. Tisanes du jardin offertes.",
    street: "21 rue de Zurich",
    postcode: "67000",
    city: "Strasbourg",
    directions: [
      "Tram arrêt Porte de l'Hôpital, puis longez le quai.",
      "Le cabinet est au fond du jardin, suivez les lanternes.",
    ],
    trades: ["Naturopathie", "Reiki"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Pierre",
    lastName: "Oberlin",
    business: "Zen à la Petite France",
    about:
      "J'anime des assises silencieuses et des cycles de pleine conscience depuis quinze ans. Laïque, simple, ponctuel. Le groupe du matin est le plus ancien de la ville.",
    street: "10 rue du Bain-aux-Plantes",
    postcode: "67000",
    city: "Strasbourg",
    directions: [
      "La salle est à l'étage d'une maison à colombages, marches raides.",
      "Arrivez cinq minutes avant, la porte ferme au son de la cloche.",
    ],
    trades: ["Méditation", "Yoga"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Leïla",
    lastName: "Mansouri",
    business: "Couleurs en tête",
    about:
      "Art-thérapeute en institution et en cabinet, je mêle collage, argile et écriture. Mes groupes accueillent aussi bien des cadres épuisés que des grands-mères curieuses.",
    street: "44 avenue des Vosges",
    postcode: "67000",
    city: "Strasbourg",
    directions: [
      "Tram arrêt République, grand atelier au rez-de-chaussée.",
      "Prévoyez une tenue qui ne craint pas la peinture.",
    ],
    trades: ["Art-thérapie", "Psychothérapie"],
    verified: false,
    sessions: 8,
  },
  // ─── Two in each ───────────────────────────────────────────────────────────────────────────
  {
    firstName: "Fabien",
    lastName: "Cazals",
    business: "Cap Sud, hypnose et coaching",
    about:
      "Préparateur mental, je travaille avec des sportifs, des chirurgiens et des candidats au permis. Séances dynamiques, objectifs écrits. Je reçois dans l'Écusson.",
    street: "9 rue de l'Aiguillerie",
    postcode: "34000",
    city: "Montpellier",
    directions: [
      "Tram arrêt Corum, puis six minutes à pied dans le centre ancien.",
      "Deuxième étage sans ascenseur, plafond voûté et fraîcheur garantie.",
    ],
    trades: ["Hypnose", "Coaching"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Marion",
    lastName: "Teissier",
    business: "Garrigue Yoga",
    about:
      "Du yoga au pied des pins, en ville et parfois dehors. Je donne des cours doux, du prénatal et une séance offerte chaque semaine pour ceux qui n'osent pas.",
    street: "61 avenue de Lodève",
    postcode: "34070",
    city: "Montpellier",
    directions: [
      "Tram 3 arrêt Celleneuve, la salle est derrière l'école.",
      "Parking gratuit et ombragé devant l'entrée.",
    ],
    trades: ["Yoga", "Massage"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Alessia",
    lastName: "Giordano",
    business: "Bella Vita, massages",
    about:
      "Née à Gênes, formée à Nice, je masse à quatre pas de la Promenade. Ayurvéda, drainage et visage, avec des huiles que je prépare moi-même.",
    street: "18 rue de France",
    postcode: "06000",
    city: "Nice",
    directions: [
      "Tram arrêt Alsace-Lorraine, cinquième étage avec ascenseur.",
      "La terrasse est à vous pour la tisane d'après.",
    ],
    trades: ["Massage", "Reiki"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Sébastien",
    lastName: "Raybaud",
    business: "Pilates Baie des Anges",
    about:
      "Deux Reformer, un Cadillac et une baie vitrée. J'ai découvert le Pilates après une blessure et je n'en suis jamais revenu. Cours en français, en italien ou en anglais.",
    street: "40 rue Lamartine",
    postcode: "06000",
    city: "Nice",
    directions: [
      "À dix minutes de la gare Thiers, entrée sur rue.",
      "Serviettes et eau fraîche sur place.",
    ],
    trades: ["Pilates", "Nutrition"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Gwenaëlle",
    lastName: "Kerbrat",
    business: "Sophro Thabor",
    about:
      "Sophrologue spécialisée dans le sommeil et les acouphènes, adressée par plusieurs ORL de la ville. Mes groupes du soir se tiennent à deux pas du parc.",
    street: "26 rue de Paris",
    postcode: "35000",
    city: "Rennes",
    directions: [
      "Métro Sainte-Anne, cabinet médical au premier étage.",
      "Parc du Thabor en face, idéal pour marcher avant ou après.",
    ],
    trades: ["Sophrologie", "Méditation"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Tanguy",
    lastName: "Rouault",
    business: "L'Herbier de Tanguy",
    about:
      "Naturopathe et cueilleur, je fais mes sirops et mes baumes dans une cuisine impeccable. Les balades botaniques partent de la Vilaine et finissent rarement à l'heure.",
    street: "13 quai Lamennais",
    postcode: "35000",
    city: "Rennes",
    directions: [
      "Métro République, sonnez à « Herbier », deuxième étage.",
      "Les jours de marché, prévoyez dix minutes de plus pour vous garer.",
    ],
    trades: ["Naturopathie", "Art-thérapie"],
    verified: false,
    sessions: 7,
  },
  {
    firstName: "Céline",
    lastName: "Bouvard",
    business: "Altitude Bien-être",
    about:
      "Massages de récupération pour grimpeurs, skieurs et pianistes, au cœur de Grenoble. Formée au suédois, au thaï et à la patience.",
    street: "7 place Notre-Dame",
    postcode: "38000",
    city: "Grenoble",
    directions: [
      "Tram B arrêt Notre-Dame-Musée, troisième étage.",
      "Casiers à skis au rez-de-chaussée, ce n'est pas une plaisanterie.",
    ],
    trades: ["Massage", "Yoga"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Hugo",
    lastName: "Marchetti",
    business: "Ligne de crête, psychothérapie",
    about:
      "Gestalt-thérapeute, j'accueille les adultes qui traversent un changement. Consultations au cabinet ou en marchant au bord de l'Isère, à votre convenance.",
    street: "31 boulevard Gambetta",
    postcode: "38000",
    city: "Grenoble",
    directions: [
      "Tram C arrêt Gustave-Rivet, premier étage sur cour.",
      "La pièce est insonorisée et donne sur les montagnes.",
    ],
    trades: ["Psychothérapie", "Coaching"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Delphine",
    lastName: "Arnoux",
    business: "L'Instant d'Aix",
    about:
      "Un salon provençal, des tomettes fraîches et des massages lents. Je pratique depuis seize ans et je prends au plus quatre personnes par jour.",
    street: "20 rue Cardinale",
    postcode: "13100",
    city: "Aix-en-Provence",
    directions: [
      "À côté de la fontaine des Quatre-Dauphins, rez-de-chaussée.",
      "Le quartier est piéton, comptez cinq minutes depuis le parking Carnot.",
    ],
    trades: ["Massage", "Méditation"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Vincent",
    lastName: "Roux",
    business: "Nutrition Sainte-Victoire",
    about:
      "Diététicien du sport et cuisinier du dimanche, je reçois coureurs, cyclistes et familles. Mes plans tiennent sur une page et survivent aux apéritifs.",
    street: "52 cours Sextius",
    postcode: "13100",
    city: "Aix-en-Provence",
    directions: [
      "Cabinet au premier étage, juste après les thermes.",
      "Un arceau à vélos vous attend devant la porte.",
    ],
    trades: ["Nutrition", "Pilates"],
    verified: true,
    sessions: 8,
  },
  // ─── One in each ───────────────────────────────────────────────────────────────────────────
  {
    firstName: "Mélanie",
    lastName: "Duret",
    business: "Rives & Respirations",
    about:
      "Yoga au bord du lac dès les beaux jours, en salle le reste du temps. J'enseigne aussi la marche méditative, qui plaît aux gens pressés. Groupes de dix au plus.",
    street: "5 avenue d'Albigny",
    postcode: "74000",
    city: "Annecy",
    directions: [
      "La salle se trouve face au Pâquier, premier étage.",
      "Stationnement au Bonlieu, puis trois minutes à pied.",
    ],
    trades: ["Yoga", "Méditation"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "François",
    lastName: "Mugnier",
    business: "Cabinet de la Chouette",
    about:
      "Hypnothérapeute et infirmier anesthésiste pendant vingt ans, je connais bien la peur de l'hôpital. Douleur, sommeil et préparation aux interventions sont mon quotidien.",
    street: "14 rue Verrerie",
    postcode: "21000",
    city: "Dijon",
    directions: [
      "En plein secteur piéton, porte cochère à côté du luthier.",
      "Tram arrêt Godrans, deuxième étage avec ascenseur.",
    ],
    trades: ["Hypnose", "Sophrologie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Isabelle",
    lastName: "Gaultier",
    business: "Les Mains de Loire",
    about:
      "Réflexologue et praticienne de massage bien-être, j'ai installé mon cabinet dans une maison de tuffeau. Les bébés et leurs parents y ont leur atelier, le samedi.",
    street: "42 rue Colbert",
    postcode: "37000",
    city: "Tours",
    directions: [
      "Tram arrêt Porte de Loire, rez-de-chaussée.",
      "Le cabinet est accessible aux poussettes.",
    ],
    trades: ["Massage", "Reiki"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Maxime",
    lastName: "Poirier",
    business: "Coach & Cadre",
    about:
      "J'accompagne des reconversions, souvent vers l'artisanat, parfois vers la même entreprise avec un autre chef. Ancien DRH, je sais lire entre les lignes d'une offre.",
    street: "18 rue Bressigny",
    postcode: "49100",
    city: "Angers",
    directions: ["Tram arrêt Foch, bureau au premier étage.", "Café, thé et mouchoirs à volonté."],
    trades: ["Coaching", "Hypnose"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Sandrine",
    lastName: "Thiébaut",
    business: "Bulle de calme",
    about:
      "Sophrologue et art-thérapeute, je reçois enfants, adolescents et adultes dans un appartement du centre. Le matériel de peinture n'est jamais loin.",
    street: "23 rue de Vesle",
    postcode: "51100",
    city: "Reims",
    directions: [
      "Tram arrêt Opéra-Cathédrale, troisième étage avec ascenseur.",
      "Code et étage figurent dans votre confirmation.",
    ],
    trades: ["Sophrologie", "Art-thérapie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Adrien",
    lastName: "Lefebvre",
    business: "Seine & Santé",
    about:
      "Naturopathe après dix ans en pharmacie, je parle volontiers des limites de ma discipline. Bilans longs, suivis courts, et aucune boîte à vendre.",
    street: "36 rue Eau-de-Robec",
    postcode: "76000",
    city: "Rouen",
    directions: [
      "Le long du ruisseau, maison à pans de bois, premier étage.",
      "Métro Palais-de-Justice, puis dix minutes par les petites rues.",
    ],
    trades: ["Naturopathie", "Méditation"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Corinne",
    lastName: "Vidal",
    business: "Yoga des Volcans",
    about:
      "J'enseigne le hatha et le kundalini depuis que mes enfants sont grands, soit neuf ans. Salle en pierre de Volvic, fraîche l'été et chauffée l'hiver.",
    street: "11 rue des Gras",
    postcode: "63000",
    city: "Clermont-Ferrand",
    directions: [
      "Tram arrêt Hôtel-Dieu, au pied de la cathédrale.",
      "Entrez par le porche, la salle est au bout du couloir.",
    ],
    trades: ["Yoga", "Reiki"],
    verified: false,
    sessions: 8,
  },
  {
    firstName: "Mehdi",
    lastName: "Khelifi",
    business: "Bien vu, bien dit",
    about:
      "Psychologue du travail et coach, je m'occupe d'épuisement, de conflits et de reprises. Tarif adapté aux personnes en arrêt, il suffit d'en parler.",
    street: "6 place Jean-Jaurès",
    postcode: "42000",
    city: "Saint-Étienne",
    directions: [
      "Tram arrêt Jean-Jaurès, cabinet au deuxième étage.",
      "L'entrée se fait par la cour, côté kiosque.",
    ],
    trades: ["Psychothérapie", "Coaching"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Maëlle",
    lastName: "Quéméneur",
    business: "Ti Massage",
    about:
      "Massages du monde dans une maison de granit, avec vue sur la rade les jours clairs. J'ai appris le lomi-lomi à Hawaï et le tui na à Brest, tout arrive.",
    street: "29 rue de Siam",
    postcode: "29200",
    city: "Brest",
    directions: [
      "Tram arrêt Siam, quatrième étage avec ascenseur.",
      "Porte-parapluies dans l'entrée, vous verrez qu'il sert.",
    ],
    trades: ["Massage", "Yoga"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Stéphane",
    lastName: "Guérin",
    business: "L'Escale Pilates",
    about:
      "Près du vieux port, un studio de Pilates où l'on croise des voileux et des retraités très en forme. Je suis aussi éducateur sportif et j'aime les progrès lents.",
    street: "15 rue Saint-Jean-du-Pérot",
    postcode: "17000",
    city: "La Rochelle",
    directions: [
      "À trois minutes de la tour de la Chaîne, rez-de-chaussée.",
      "Les vélos jaunes ont une station juste devant.",
    ],
    trades: ["Pilates", "Coaching"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Maialen",
    lastName: "Harispe",
    business: "Océane Yoga & Surf",
    about:
      "Des cours avant la vague et des étirements après. J'enseigne le vinyasa et le yin, et je masse les épaules de surfeurs depuis six saisons.",
    street: "8 avenue de la Milady",
    postcode: "64200",
    city: "Biarritz",
    directions: [
      "Le studio est à deux cents mètres de la plage, volets rouges.",
      "Douche extérieure et râtelier pour les planches.",
    ],
    trades: ["Yoga", "Massage"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Brigitte",
    lastName: "Fabre",
    business: "Clair de plume",
    about:
      "Art-thérapeute et comédienne, j'anime des ateliers d'écriture, de théâtre et de peinture intra-muros. Le festival m'a tout appris sur le trac.",
    street: "19 rue des Teinturiers",
    postcode: "84000",
    city: "Avignon",
    directions: [
      "L'atelier borde la Sorgue, repérez la roue à aubes.",
      "Gare centre à douze minutes à pied, parking des Italiens gratuit.",
    ],
    trades: ["Art-thérapie", "Sophrologie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Nathalie",
    lastName: "Schmitt",
    business: "Mirabelle & Moi",
    about:
      "Diététicienne et naturopathe, je réconcilie les gens avec leur assiette, tarte aux mirabelles comprise. Ateliers cuisine le samedi, consultations toute la semaine.",
    street: "12 rue Taison",
    postcode: "57000",
    city: "Metz",
    directions: [
      "À deux rues de la cathédrale, cuisine en vitrine.",
      "Bus arrêt République, puis cinq minutes à pied.",
    ],
    trades: ["Nutrition", "Naturopathie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Quentin",
    lastName: "Claudel",
    business: "Méditer à Nancy",
    about:
      "Instructeur de pleine conscience formé au programme de réduction du stress, j'enseigne aussi à la faculté de médecine. Séances sobres, appuyées sur la recherche.",
    street: "27 rue Gambetta",
    postcode: "54000",
    city: "Nancy",
    directions: [
      "Entre la place Stanislas et la gare, salle au premier étage.",
      "Coussins, bancs et chaises pour tous les genoux.",
    ],
    trades: ["Méditation", "Psychothérapie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Laurence",
    lastName: "Hamelin",
    business: "Plein Ouest Reiki",
    about:
      "Enseignante Reiki depuis 2008, je reçois en soin individuel et j'anime des cercles d'échange. J'aime que l'on reparte avec plus de questions que de croyances.",
    street: "45 rue Saint-Pierre",
    postcode: "14000",
    city: "Caen",
    directions: [
      "Tram arrêt Château-Quatrans, deuxième étage.",
      "Une couverture chaude et un silence rare vous attendent.",
    ],
    trades: ["Reiki", "Hypnose"],
    verified: false,
    sessions: 8,
  },
  {
    firstName: "Patrice",
    lastName: "Lavergne",
    business: "Porcelaine & Pilates",
    about:
      "Un prof de gym à la retraite qui ne tient pas en place. Pilates senior, dos et équilibre, dans une salle municipale avec un très beau parquet.",
    street: "3 rue du Consulat",
    postcode: "87000",
    city: "Limoges",
    directions: [
      "Salle de plain-pied, chaises et tapis fournis.",
      "Stationnement place de la Motte, gratuit à midi.",
    ],
    trades: ["Pilates", "Nutrition"],
    verified: true,
    sessions: 7,
  },
  {
    firstName: "Montserrat",
    lastName: "Puig",
    business: "Casa Serena",
    about:
      "Massages, réflexologie et accueil catalan, à cinq minutes du Castillet. Je travaille aux huiles d'olive et d'amande de producteurs voisins.",
    street: "10 rue de la Loge",
    postcode: "66000",
    city: "Perpignan",
    directions: [
      "Rue piétonne, premier étage au-dessus de la librairie.",
      "Climatisation douce l'été, bouillotte l'hiver.",
    ],
    trades: ["Massage", "Naturopathie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Julien",
    lastName: "Courvoisier",
    business: "Cabinet de la Boucle",
    about:
      "Sophrologue et préparateur mental, j'ai commencé avec de jeunes biathlètes avant de m'ouvrir aux lycéens. Le calme s'entraîne, c'est même sa seule qualité sportive.",
    street: "55 Grande-Rue",
    postcode: "25000",
    city: "Besançon",
    directions: [
      "Tram arrêt Révolution, immeuble sur cour, deuxième étage.",
      "Appuyez sur le bouton sans nom, c'est le bon.",
    ],
    trades: ["Sophrologie", "Coaching"],
    verified: false,
    sessions: 7,
  },
  {
    firstName: "Agathe",
    lastName: "Perrier",
    business: "Sous le Granier",
    about:
      "Hatha, yin et longues respirations, à l'écart de l'agitation mais à dix minutes de la gare. J'accueille aussi les personnes en rémission, avec l'accord de leur équipe soignante.",
    street: "17 rue Croix-d'Or",
    postcode: "73000",
    city: "Chambéry",
    directions: [
      "Entrez par la traboule, la salle est au premier.",
      "Le poêle est allumé une heure avant chaque cours.",
    ],
    trades: ["Yoga", "Art-thérapie"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Ronan",
    lastName: "Madec",
    business: "Golfe & Gestalt",
    about:
      "Gestalt-thérapeute installé face aux remparts, après une première vie d'ostréiculteur. J'écoute lentement et je réponds franchement.",
    street: "4 rue Saint-Vincent",
    postcode: "56000",
    city: "Vannes",
    directions: [
      "Intra-muros, premier étage, fenêtre donnant sur le port.",
      "Parking de la Rabine, puis sept minutes à pied.",
    ],
    trades: ["Psychothérapie", "Méditation"],
    verified: true,
    sessions: 8,
  },
  {
    firstName: "Estelle",
    lastName: "Labat",
    business: "Pyrène Équilibre",
    about:
      "Énergéticienne et professeure de Pilates, un mélange qui étonne d'abord et s'explique ensuite. Mes matinées sont douces, mes soirées plus vives.",
    street: "21 boulevard des Pyrénées",
    postcode: "64000",
    city: "Pau",
    directions: [
      "La salle regarde la chaîne, surtout en fin de journée.",
      "Funiculaire depuis la gare, gratuit et rapide.",
    ],
    trades: ["Reiki", "Pilates"],
    verified: false,
    sessions: 7,
  },
];
