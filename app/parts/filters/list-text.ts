import type { SearchQuery } from "#core/search/schema.ts";
import type { Events } from "../../browser/track.ts";
import type { SearchWords } from "../catalogue/search-words.server.ts";
import type { Card } from "../catalogue/session-card.tsx";

export interface ListedSessions {
  query: SearchQuery;
  list: {
    words: SearchWords;
    isNear: boolean;
    near: string | null;
    cards: Card[];
    keep: string;
    page: number;
    pageCount: number;
    hearts: string[] | null;
    search: Events["search"];
  } | null;
  categories: string[];
  now: Date;
}

/** As text, since React Router's numbering of values does not compress. */
export function writeList({ list, ...listed }: ListedSessions): string {
  return JSON.stringify({ ...listed, list: list && { ...list, cards: list.cards.map(rowOf) } });
}

export function readList(text: string): ListedSessions {
  const { list, now, ...listed } = JSON.parse(text);
  return {
    ...listed,
    list: list && { ...list, cards: list.cards.map(cardFor(listed.query.seats)) },
    now: new Date(now),
  };
}

const rowOf = ({ nextSlot: slot, professional, price, ...card }: Card) =>
  [
    ...([card.category, card.title, card.id] as const),
    slot && ([slot.id, slot.start, slot.availableSpots] as const),
    ...([professional.businessName, professional.rating, card.city, card.isOnline] as const),
    ...([card.duration, price.nowCents, price.struckCents, price.isLastMinutePrice] as const),
    ...([card.imageUrl, card.mention] as const),
  ] as const;

const cardFor =
  (seats: number | undefined) =>
  ([category, title, id, slot, businessName, rating, ...rest]: ReturnType<typeof rowOf>): Card => {
    const [city, isOnline, duration, nowCents, struckCents, isLastMinutePrice, ...last] = rest;
    const [imageUrl, mention] = last;
    return {
      ...{ category, title, id, city, isOnline, duration, imageUrl },
      nextSlot: slot && { id: slot[0], start: new Date(slot[1]), availableSpots: slot[2] },
      professional: { businessName, rating },
      price: { nowCents, struckCents, isLastMinutePrice, ...(seats && { seats }) },
      ...(mention && { mention }),
    };
  };
