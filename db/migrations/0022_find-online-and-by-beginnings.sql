-- on purpose: the dictionary has thousands of words, and writes to it wait for milliseconds
CREATE INDEX "known_words_start" ON "known_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
-- Sessions online are found by a word of their own: the release before goes on finding them by all
-- the others, and every offer that it writes is written anew at the next change.
INSERT INTO "offer_terms" ("session_id", "term", "rank", "city", "next_slot_at")
  SELECT o."session_id", w."term", 0, o."city", o."next_slot_at"
  FROM "offers" o, search_words('enligne') w WHERE (o."card"->>'isOnline')::boolean
  ON CONFLICT DO NOTHING;--> statement-breakpoint
-- on purpose: one offer in seven is online; bookings of them wait for this one statement
UPDATE "offer_facts" f SET "facts" = f."facts" || ARRAY[w."term", '!' || w."term"]
  FROM "offers" o, search_words('enligne') w
  WHERE o."session_id" = f."session_id" AND (o."card"->>'isOnline')::boolean AND NOT f."facts" @> ARRAY[w."term"];--> statement-breakpoint
INSERT INTO "known_words" ("word", "term") SELECT "word", "term" FROM search_words('enligne') ON CONFLICT DO NOTHING;
