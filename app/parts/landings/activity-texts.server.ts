import type { NamedCategory } from "#core/catalogue/schema.ts";
import { slugOf } from "#core/landings/rules.ts";

export type ActivityText = NonNullable<ReturnType<typeof activityText>>;

interface Text {
  summary: string;
  paragraphs: readonly [string, string, string];
  /** Answers by question. */
  questions: Readonly<Record<string, string>>;
}

/** Null for an activity whose page is not indexed; former names count (rule: category-care). */
export function activityText({ name, formerNames }: NamedCategory) {
  const [text] = [name, ...formerNames].flatMap((one) => ACTIVITY_TEXTS[slugOf(one)] ?? []);
  if (!text) return null;
  const questions = Object.entries(text.questions).map(([question, answer]) => {
    return { question, answer: [answer] };
  });
  return { ...text, questions };
}

const ACTIVITY_TEXTS: Record<string, Text> = {
  yoga: {
    summary:
      "Des postures, du souffle et du calme : une heure pour délier le corps et reposer la tête.",
    paragraphs: [
      "Le yoga relie le mouvement et la respiration. Selon les professeurs, il est lent et posé (hatha, yin), plus rythmé (vinyasa, ashtanga) ou tourné vers le repos (nidra, yoga doux). Toutes ces pratiques ont un point commun : on n'y cherche pas la performance, on apprend à sentir jusqu'où son corps veut bien aller.",
      "Un cours dure le plus souvent d'une heure à une heure et demie. Il s'ouvre sur quelques respirations, se poursuit par un échauffement puis par des postures tenues ou enchaînées, et se termine allongé, dans une relaxation guidée. Le professeur montre, corrige et propose une variante plus simple à qui en a besoin. Tapis et coussins sont souvent prêtés : la fiche de la session le précise.",
      "Le yoga convient à tous les âges, y compris si vous n'êtes pas souple : la souplesse vient avec la pratique, elle n'en est pas la condition. Choisissez un cours pour débutants ou une séance individuelle pour commencer. En cas de grossesse, d'opération récente ou de douleur qui dure, demandez d'abord l'avis de votre médecin et prévenez le professeur.",
    ],
    questions: {
      "Que faut-il apporter à un cours de yoga ?":
        "Une tenue dans laquelle vous bougez sans y penser et une bouteille d'eau. On pratique pieds nus. Si le tapis n'est pas fourni, la fiche de la session l'indique sous « À prévoir ».",
      "Peut-on manger avant une séance de yoga ?":
        "Mieux vaut laisser passer deux heures après un repas. Un fruit ou un thé une heure avant ne gêne pas.",
    },
  },
  massage: {
    summary:
      "Suédois, thaï, ayurvédique ou assis : des mains expertes pour relâcher ce qui s'est noué.",
    paragraphs: [
      "Le massage de bien-être détend les muscles par des pressions, des étirements et des mouvements glissés. Il en existe de nombreuses traditions : le suédois, franc et enveloppant, le thaï, habillé et proche des étirements, l'ayurvédique à l'huile chaude, ou le massage assis, qui tient dans une pause déjeuner.",
      "La séance commence par quelques questions : vos tensions, la pression que vous aimez, ce qu'il vaut mieux éviter. Vous vous installez ensuite sur une table ou un futon, couvert d'une serviette, et le praticien travaille en silence ou non, comme vous préférez. Comptez de trente minutes pour un dos à une heure et demie pour le corps entier. Quelques minutes de repos closent la séance.",
      "Un massage fait du bien après une semaine assise, un effort sportif ou une période de stress. Il s'agit de détente, non de soin : il ne remplace ni la kinésithérapie ni un traitement. La fièvre, une phlébite, une plaie ou le début d'une grossesse sont des raisons de le reporter ; dites toujours au praticien où en est votre santé.",
    ],
    questions: {
      "Faut-il se déshabiller pour un massage ?":
        "Pour un massage à l'huile, vous gardez vos sous-vêtements et une serviette couvre ce qui n'est pas massé. Le massage thaï et le massage assis se reçoivent habillé.",
      "Un massage doit-il faire mal ?":
        "Non. Une pression peut être intense sans être douloureuse. Dites-le dès que c'est trop : le praticien s'adapte aussitôt.",
    },
  },
  meditation: {
    summary: "Apprendre à poser son attention, seul ou en groupe, sans rien avoir à réussir.",
    paragraphs: [
      "Méditer, c'est entraîner son attention : on la pose sur le souffle, sur les sensations ou sur les sons, on remarque qu'elle s'échappe, on la ramène. La pleine conscience est la forme la plus enseignée aujourd'hui ; d'autres guides s'appuient sur la bienveillance, la visualisation ou la marche. Aucune croyance n'est demandée.",
      "Une séance guidée dure de vingt minutes à une heure. Vous êtes assis sur une chaise ou un coussin, le dos droit sans raideur, et la voix du guide vous accompagne d'un bout à l'autre. Les silences s'allongent peu à peu. Un temps d'échange suit souvent, où chacun dit ce qu'il veut, ou rien.",
      "La méditation s'adresse à ceux qui dorment mal, qui ruminent, ou qui cherchent simplement une pause dans leur journée. Les premières fois, l'esprit s'agite : c'est normal, et c'est même l'exercice. Si vous traversez une dépression sévère ou des troubles anxieux importants, parlez-en à un professionnel de santé avant de commencer.",
    ],
    questions: {
      "Je n'arrive pas à ne penser à rien. La méditation est-elle pour moi ?":
        "Oui. Le but n'est pas de faire le vide, mais de voir passer ses pensées sans les suivre. S'en apercevoir, c'est déjà méditer.",
      "Au bout de combien de temps en ressent-on les effets ?":
        "Beaucoup se sentent plus calmes dès la première séance. Pour que cela dure, dix minutes par jour valent mieux qu'une heure de temps en temps.",
    },
  },
  coaching: {
    summary: "Un échange mené avec méthode pour clarifier un objectif et s'y mettre vraiment.",
    paragraphs: [
      "Le coaching est un accompagnement limité dans le temps, tourné vers l'action. Le coach ne conseille pas à votre place : il pose les questions qui aident à voir clair, à choisir et à tenir. On le sollicite pour une reconversion, une prise de poste, une décision difficile, une confiance à retrouver ou un rythme de vie à revoir.",
      "La première séance sert à formuler l'objectif et à convenir d'un cadre : combien de rencontres, à quel rythme, et à quoi l'on verra que c'est réussi. Les suivantes alternent échanges, exercices et petits pas à essayer entre deux rendez-vous. Une séance dure environ une heure, en cabinet ou en visio.",
      "Le coaching convient à qui veut avancer sur un sujet précis et accepte d'y travailler entre les séances. Ce n'est pas une thérapie : un bon coach vous orientera vers un psychologue ou un médecin si votre souffrance dépasse ce cadre. Demandez-lui sa formation, sa supervision et ses règles de confidentialité.",
    ],
    questions: {
      "Combien de séances de coaching faut-il prévoir ?":
        "Une seule suffit parfois pour une décision. Pour un changement plus profond, comptez de cinq à dix rencontres sur quelques mois.",
      "Le coaching en ligne est-il aussi efficace ?":
        "Oui pour la plupart des sujets, à condition d'être au calme et de ne pas être dérangé. Le lien de la visio vous attend dans Mes Sessions après la réservation.",
    },
  },
  sophrologie: {
    summary: "Respirer, relâcher, visualiser : une méthode douce à refaire ensuite chez soi.",
    paragraphs: [
      "La sophrologie associe la respiration, la détente musculaire et la visualisation positive. Mise au point dans les années 1960 par le neuropsychiatre Alfonso Caycedo, elle emprunte à la relaxation occidentale comme au yoga. On la choisit pour mieux dormir, apaiser le stress, préparer un examen, une naissance ou une compétition.",
      "Après un temps d'échange, le sophrologue vous guide de la voix, assis ou debout, les yeux fermés si vous le souhaitez. Vous alternez des mouvements simples, liés au souffle, et des moments immobiles où une image agréable prend place. Vous racontez ensuite ce que vous avez ressenti. Il n'y a ni contact physique ni tenue particulière.",
      "La méthode est accessible à tous, dès l'enfance, et les exercices se refont seul en quelques minutes. C'est ce qui fait sa force : l'objectif est de devenir autonome. La sophrologie accompagne un traitement sans jamais le remplacer ; parlez-en à votre médecin si vous êtes suivi pour des troubles psychiques.",
    ],
    questions: {
      "Quelle différence entre la sophrologie et l'hypnose ?":
        "En sophrologie, vous restez aux commandes et apprenez des exercices à refaire. En hypnose, le praticien vous conduit plus loin dans un état de concentration, le plus souvent pour un objectif précis.",
      "Combien de séances de sophrologie faut-il ?":
        "On en compte souvent de six à dix, espacées d'une à deux semaines. Une séance unique permet déjà de découvrir la méthode et d'emporter un exercice.",
    },
  },
  naturopathie: {
    summary: "Alimentation, sommeil, plantes : un bilan pour retrouver une hygiène de vie à soi.",
    paragraphs: [
      "La naturopathie regarde le mode de vie dans son ensemble : ce que vous mangez, la façon dont vous dormez, bougez et récupérez. Le naturopathe cherche avec vous de petits changements qui tiennent dans la durée. Ses outils sont l'alimentation, l'activité physique, la respiration, les plantes et la gestion du stress.",
      "La première consultation est longue, d'une heure à une heure et demie : c'est un bilan de vitalité, fait de beaucoup de questions. Vous repartez avec un programme écrit, personnel et progressif. Un rendez-vous de suivi, plus court, permet quelques semaines plus tard de voir ce qui a fonctionné et d'ajuster.",
      "Elle intéresse ceux qui se sentent fatigués, digèrent mal ou veulent mieux passer les saisons. Le naturopathe n'est pas médecin : il ne pose pas de diagnostic et ne modifie aucun traitement. Signalez-lui vos médicaments, une grossesse ou une maladie, car certaines plantes ne vont pas avec tout.",
    ],
    questions: {
      "Que faut-il préparer avant une consultation de naturopathie ?":
        "Notez pendant quelques jours vos repas et vos heures de sommeil, et apportez la liste de vos traitements. Le bilan en sera plus juste.",
      "La naturopathie est-elle remboursée ?":
        "Elle ne l'est pas par l'Assurance maladie. Certaines mutuelles en prennent une partie en charge : demandez une facture au praticien.",
    },
  },
  nutrition: {
    summary: "Comprendre ses besoins et manger avec plaisir, sans régime impossible à tenir.",
    paragraphs: [
      "Une consultation de nutrition aide à comprendre ce dont votre corps a besoin, et pourquoi l'on mange comme l'on mange. Il n'y est pas question d'interdits, mais de repères : des quantités, des rythmes, des idées de repas qui tiennent compte de vos goûts, de votre budget et de votre emploi du temps.",
      "Le professionnel commence par vos habitudes, votre histoire et votre objectif, puis propose un premier plan, simple, que vous essayez avant d'en reparler. Les ateliers en groupe ajoutent la pratique : lire une étiquette, composer un panier, cuisiner pour la semaine. Comptez une heure pour un premier rendez-vous, trente à quarante-cinq minutes ensuite.",
      "Ces séances sont utiles pour retrouver de l'énergie, accompagner une pratique sportive, préparer une grossesse ou changer d'alimentation en sécurité. En cas de diabète, d'allergie grave ou de trouble du comportement alimentaire, adressez-vous d'abord à un médecin ou à un diététicien diplômé.",
    ],
    questions: {
      "Diététicien, nutritionniste : qui consulter ?":
        "Le titre de diététicien est protégé par un diplôme d'État. Le nutritionniste peut être un médecin ou un autre professionnel formé : sa fiche dit son parcours, et vous pouvez le lui demander.",
      "Une séance de nutrition en ligne est-elle possible ?":
        "Oui, beaucoup de praticiens consultent en visio. Ayez sous la main vos repas des derniers jours et, si vous en avez, vos analyses récentes.",
    },
  },
  reiki: {
    summary: "Une détente profonde, habillé et allongé, sous des mains posées avec légèreté.",
    paragraphs: [
      "Le reiki est une pratique de relaxation née au Japon dans les années 1920. Le praticien pose ses mains, ou les tient juste au-dessus du corps, de la tête aux pieds. Pour ceux qui le pratiquent, il fait circuler une énergie ; pour ceux qui le reçoivent, il offre d'abord un long moment de calme et d'attention.",
      "Vous restez habillé, allongé sur une table, souvent sous une couverture et dans une lumière douce. Chaque position est tenue quelques minutes, sans pression ni manipulation. Certains sentent de la chaleur, d'autres s'endorment. La séance dure de quarante-cinq minutes à une heure, et s'achève par un verre d'eau et quelques mots si vous le souhaitez.",
      "Le reiki se choisit pour faire une pause, passer une période chargée ou s'offrir un repos sans avoir rien à faire. Ses effets sur la santé ne sont pas démontrés : il ne soigne pas et ne remplace aucun traitement. Si le contact vous gêne, dites-le : tout peut se faire à distance de la peau.",
    ],
    questions: {
      "Faut-il y croire pour que le reiki détende ?":
        "Non. Il suffit d'être curieux et de s'accorder une heure. Beaucoup viennent simplement pour le calme.",
      "Comment se préparer à une séance de reiki ?":
        "Portez des vêtements souples, évitez un repas copieux juste avant, et gardez un moment tranquille après la séance.",
    },
  },
  psychotherapie: {
    summary: "Un lieu où parler librement, avec un professionnel tenu au secret.",
    paragraphs: [
      "La psychothérapie aide à comprendre ce qui fait souffrir et à trouver d'autres façons d'y répondre. Il en existe plusieurs écoles : les thérapies comportementales et cognitives, courtes et structurées, les approches psychanalytiques, systémiques ou humanistes. Ce qui compte le plus est la confiance que vous accordez à la personne en face de vous.",
      "Le premier rendez-vous sert à faire connaissance : vous dites ce qui vous amène, le thérapeute explique comment il travaille, et chacun voit s'il est possible de continuer ensemble. Les séances durent de quarante-cinq minutes à une heure, en général chaque semaine au début. Tout ce qui s'y dit est confidentiel.",
      "On consulte pour une anxiété, un deuil, une séparation, un épuisement, ou parce que les mêmes difficultés reviennent. Il n'est pas nécessaire d'aller très mal. En cas de détresse ou d'idées suicidaires, n'attendez pas un créneau : appelez le 3114, gratuit, jour et nuit, ou le 15.",
    ],
    questions: {
      "Psychologue, psychothérapeute, psychiatre : quelle différence ?":
        "Le psychiatre est médecin et peut prescrire. Le psychologue a un master universitaire. Le titre de psychothérapeute est réglementé et suppose une formation en psychopathologie. Demandez son titre au praticien.",
      "Peut-on ne prendre qu'une seule séance ?":
        "Oui. Une séance peut suffire à faire le point et à savoir vers qui se tourner. Rien ne vous engage à continuer.",
    },
  },
  hypnose: {
    summary: "Un état de concentration guidée, pour changer une habitude ou apaiser une peur.",
    paragraphs: [
      "L'hypnose est un état naturel, proche de la rêverie : l'attention se resserre, le reste s'éloigne. Le praticien s'en sert pour vous aider à modifier une habitude, à calmer une peur ou à retrouver une ressource. Rien à voir avec le spectacle : vous entendez tout, vous vous souvenez de tout et vous pouvez arrêter quand vous voulez.",
      "La séance commence par une conversation sur votre objectif. Le praticien vous guide ensuite par la voix, assis ou allongé, avec des images choisies pour vous. Ce temps dure de vingt à quarante minutes, puis l'on revient doucement à l'ordinaire et l'on en parle. Certains apprennent aussi l'autohypnose, pour continuer seul.",
      "On y vient pour arrêter de fumer, prendre l'avion, mieux dormir ou aborder un soin redouté. Une à cinq séances suffisent souvent. L'hypnose n'est pas indiquée en cas de psychose ou d'épilepsie non stabilisée, et ne remplace pas un suivi médical : signalez vos antécédents avant de commencer.",
    ],
    questions: {
      "Tout le monde est-il réceptif à l'hypnose ?":
        "Presque tout le monde, à des degrés divers. La confiance et l'envie de changer comptent davantage que le caractère.",
      "Peut-on rester bloqué sous hypnose ?":
        "Non. Sans la voix du praticien, vous reviendriez de vous-même à l'état de veille, ou vous vous endormiriez.",
    },
  },
  "art-therapie": {
    summary: "Peindre, modeler, écrire : laisser les mains dire ce que les mots cherchent.",
    paragraphs: [
      "L'art-thérapie se sert de la création comme d'un langage. Peinture, argile, collage, écriture, voix ou mouvement : la forme importe moins que ce qui se passe en la faisant. Il n'y a rien à réussir, rien à montrer, et aucun talent n'est attendu. L'œuvre appartient à celui qui la fait.",
      "La séance, seule ou en petit groupe, dure d'une à deux heures. L'art-thérapeute propose une consigne simple et du matériel, puis accompagne sans juger ni interpréter à votre place. On prend un moment à la fin pour regarder ce qui est là et, si l'on veut, mettre des mots dessus.",
      "Elle convient aux enfants comme aux adultes, en particulier quand parler est difficile : après un deuil, une maladie, un changement de vie, ou simplement pour retrouver le goût de créer. L'art-thérapeute travaille parfois avec des soignants ; il ne remplace pas un suivi psychologique ou médical.",
    ],
    questions: {
      "Faut-il savoir dessiner pour faire de l'art-thérapie ?":
        "Pas du tout. C'est même souvent plus facile sans habitude ni exigence. Le matériel et les consignes sont faits pour commencer tout de suite.",
      "Que devient ce que l'on a créé ?":
        "Vous l'emportez, vous le laissez à l'atelier ou vous le défaites : c'est vous qui décidez. Rien n'est montré sans votre accord.",
    },
  },
  pilates: {
    summary: "Des mouvements précis et lents pour renforcer le dos, le ventre et le maintien.",
    paragraphs: [
      "Le pilates renforce les muscles profonds, ceux qui tiennent le dos et le bassin. Joseph Pilates l'a conçu au début du vingtième siècle autour de quelques principes : le centre, le contrôle, la précision, la respiration. Les mouvements sont lents et peu nombreux, mais faits avec beaucoup de soin.",
      "On pratique au sol, sur un tapis, avec parfois un ballon, un élastique ou un cercle, ou bien sur des machines à ressorts (le Reformer). Le cours dure de quarante-cinq minutes à une heure. Le professeur place d'abord le bassin et le souffle, puis enchaîne des exercices qu'il adapte à chacun. Les petits groupes sont la règle, car les détails comptent.",
      "C'est une bonne pratique pour qui reste longtemps assis, reprend une activité ou complète un sport. Elle est douce pour les articulations et se prête à tous les niveaux. Après un accouchement, une hernie ou une opération, attendez l'accord de votre médecin ou de votre kinésithérapeute, et commencez de préférence en cours individuel.",
    ],
    questions: {
      "Pilates ou yoga : que choisir ?":
        "Le pilates vise d'abord la force et le maintien, le yoga ajoute les postures, la souplesse et la détente. Beaucoup pratiquent les deux.",
      "Quelle tenue pour un cours de pilates ?":
        "Des vêtements près du corps, pour que le professeur voie vos alignements, et des chaussettes, antidérapantes si possible.",
    },
  },
};
