ALTER TABLE "offer_facts" ADD COLUMN "next_slot_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offer_facts" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "offer_facts" ADD COLUMN "rating" numeric(2, 1);--> statement-breakpoint
-- Room for another slot's date, which touches no index then (HOT).
ALTER TABLE "offer_facts" SET (fillfactor = 80);--> statement-breakpoint
-- on purpose: search's own rows, some 10 s for 100 000 offers; who changes one of them meanwhile waits as long. The version before finds all that it asks for in the larger set.
UPDATE "offer_facts" f SET next_slot_at = o.next_slot_at, price_cents = o.price_cents, rating = o.rating,
  facts = f.facts
    || array(SELECT '!' || w.term FROM offer_terms w WHERE w.session_id = f.session_id AND w.rank = 0 ORDER BY w.term)
    || (CASE WHEN o.price_cents < 2000 THEN '€0-20' WHEN o.price_cents < 4000 THEN '€20-40'
        WHEN o.price_cents < 6000 THEN '€40-60' ELSE '€60+' END)
    || array(SELECT '^' || left(o.postal_code, n) FROM generate_series(1, length(o.postal_code)) n)
FROM "offers" o WHERE o.session_id = f.session_id;
