import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Context } from "#core/context.server.ts";
import { HOUR } from "#core/durations.ts";
import { deriveRating } from "#core/reviews/mend-ratings.server.ts";
import type { TAGS } from "#core/reviews/rules.ts";
import { replyToReview, writeReview } from "#core/reviews/write-review.server.ts";
import { bookings, reviews, slots } from "#core/tables.server.ts";
import { CAMILLE, type Client, INES, REGULARS, SAM } from "../accounts.ts";
import { actorOf, professionalIdOf, userIdOf } from "../people.ts";
import type { Professional } from "../texts.ts";

const [JULIE, THOMAS, AWA, MARC] = REGULARS;

interface Opinion {
  buyer: Client;
  seller: Professional & Client;
  rating: number;
  text: string;
  tags: (typeof TAGS)[number][];
  reply?: string;
}

/** Camille has not yet said what she thinks of Inès's sessions, so that a visitor can, as her. */
const OPINIONS: Opinion[] = [
  {
    ...{ buyer: JULIE, seller: INES, rating: 5, tags: ["À l'écoute", "Cadre apaisant"] },
    text: "Inès corrige chaque posture sans jamais brusquer. Je suis repartie plus légère, et l'atelier est d'un calme rare en pleine ville.",
  },
  {
    ...{ buyer: AWA, seller: INES, rating: 5, tags: ["Adapté à mon niveau"] },
    text: "Je débutais et je ne me suis jamais sentie perdue.",
  },
  {
    ...{ buyer: MARC, seller: INES, rating: 4, tags: ["Explications claires"] },
    text: "Très bon cours, un peu rapide pour moi. Et la montée pour arriver compte comme échauffement.",
    reply:
      "Merci Marc. Les cours du matin avancent plus doucement, ils devraient vous convenir. Pour la montée, je n'y peux rien.",
  },
  {
    ...{ buyer: THOMAS, seller: INES, rating: 5, tags: ["Ponctuel", "Cadre apaisant"] },
    text: "",
  },
  {
    ...{ buyer: SAM, seller: INES, rating: 5, tags: [] },
    text: "De passage à Lyon pour le travail. Exactement la pause qu'il me fallait.",
  },
  {
    ...{ buyer: CAMILLE, seller: SAM, rating: 5, tags: ["À l'écoute", "Explications claires"] },
    text: "Sam pose peu de questions, mais ce sont les bonnes. J'en suis sortie avec trois décisions prises.",
  },
];

/**
 * Lets clients have reviewed what they booked, through the product's own use cases: ratings and
 * counts follow from these alone (rule: reviews). After an interruption, what is there is left as it
 * is.
 *
 * @param loadedAt the demo's days are counted from here.
 */
export async function reviewDemo(
  ctx: Omit<Context, "actor" | "now">,
  loadedAt: Date,
): Promise<void> {
  for (const { buyer, seller, reply, ...said } of OPINIONS) {
    const pair = { clientId: userIdOf(buyer.email), professionalId: professionalIdOf(seller) };
    const known = and(
      eq(reviews.authorId, pair.clientId),
      eq(reviews.professionalId, pair.professionalId),
    );
    const past = await findPast(ctx.db, pair, loadedAt);
    if (!past || (await ctx.db.$count(reviews, known)) > 0) continue;
    const { bookingId } = past;
    const after = (hours: number) => () => new Date(past.end.getTime() + hours * HOUR);
    const author = { ...ctx, actor: actorOf(buyer), now: after(26) };
    const { reviewId } = await writeReview(author, { bookingId, ...said });
    if (!reply) continue;
    const actor = { ...actorOf(seller), isPro: true, professionalId: pair.professionalId };
    await replyToReview({ ...ctx, actor, now: after(29) }, { reviewId, text: reply });
  }
  // Each was written at an instant of the past; what can be booked is of this one.
  for (const seller of [INES, SAM]) {
    await ctx.db.transaction((tx) => deriveRating(tx, professionalIdOf(seller), loadedAt));
  }
}

/** The first booking of these two to which its client came, over for long enough. */
async function findPast(
  db: Context["db"],
  { clientId, professionalId }: { clientId: string; professionalId: string },
  loadedAt: Date,
): Promise<{ bookingId: string; end: Date } | undefined> {
  const [past] = await db
    .select({ bookingId: bookings.id, end: slots.endDatetime })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        ...[eq(bookings.clientId, clientId), eq(bookings.professionalId, professionalId)],
        eq(bookings.status, "confirmed"),
        sql`${bookings.presence} is distinct from 'absent'`,
        lt(slots.endDatetime, new Date(loadedAt.getTime() - 30 * HOUR)),
      ),
    )
    .orderBy(asc(slots.startDatetime))
    .limit(1);
  return past;
}
