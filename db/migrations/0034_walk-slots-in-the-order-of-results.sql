-- Three bits of 256 for each of these marks: what has all bits of a question may have its marks.
CREATE FUNCTION signature_of(marks text[]) RETURNS bit(256)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(bit_or(set_bit(set_bit(set_bit(
    zeros, (n & 255)::int, 1), (n >> 8 & 255)::int, 1), (n >> 16 & 255)::int, 1)), zeros)
  FROM (SELECT repeat('0', 256)::bit(256)) AS none (zeros)
    LEFT JOIN LATERAL (SELECT number_of(mark) FROM unnest(marks) AS mark) AS numbered (n) ON true
  GROUP BY zeros
);--> statement-breakpoint
DROP INDEX "listed_slots_by_listing";--> statement-breakpoint
-- on purpose: no release has written into the table, so it is empty
ALTER TABLE "listed_slots" ADD COLUMN "cut_day" integer NOT NULL;--> statement-breakpoint
-- on purpose: no release has written into the table, so it is empty
ALTER TABLE "listed_slots" ADD COLUMN "signature" bit(256) NOT NULL;--> statement-breakpoint
-- What can be booked now, so that search finds it from the first moment on; as core/listings writes it.
WITH worded AS MATERIALIZED (
  SELECT offering.id, array_agg(DISTINCT w.term)
    || coalesce(array_agg(DISTINCT '!' || w.term) FILTER (WHERE w.rank = 0), '{}') AS marks,
    array_agg(DISTINCT w.word || ' ' || w.term) AS words
  FROM offerings offering
    LEFT JOIN activity_types t ON t.id = offering.activity_type_id
    JOIN professional_profiles p ON p.id = offering.professional_id
    JOIN profiles owner ON owner.id = p.user_id
    CROSS JOIN LATERAL (
      SELECT word, term, 0 AS rank FROM search_words(concat_ws(' ', offering.title,
        coalesce(t.name, offering.category), CASE WHEN offering.is_online THEN 'enligne' END))
      UNION ALL
      SELECT word, term, 1 FROM search_words(concat_ws(' ', p.business_name, offering.description))
    ) w
  WHERE offering.is_active AND offering.deleted_at IS NULL AND p.can_receive_charges AND owner.account_status = 'active'
  GROUP BY offering.id
), known AS (
  INSERT INTO known_words (word, term)
  SELECT DISTINCT split_part(pair, ' ', 1), split_part(pair, ' ', 2) FROM worded, unnest(worded.words) AS pair
  ORDER BY 1
  ON CONFLICT DO NOTHING
)
INSERT INTO listings (offering_id, no, professional_id, marks, card)
SELECT offering.id, number_of(offering.id::text), p.id,
  worded.marks || array(
    SELECT '@' || search_key(offering.city) WHERE search_key(offering.city) <> ''
    UNION ALL SELECT '#' || search_key(coalesce(t.name, offering.category))
    UNION ALL SELECT '^' || left(offering.postal_code, n) FROM generate_series(1, length(offering.postal_code)) n
    UNION ALL SELECT * FROM (
      SELECT DISTINCT '$' || floor(extract(epoch FROM slot.start_datetime) / 86400)::int FROM slots slot
      WHERE slot.offering_id = offering.id AND slot.is_active AND slot.start_datetime > now()
      ORDER BY 1) days),
  jsonb_build_object('id', offering.id, 'title', offering.title, 'category', coalesce(t.name, offering.category),
    'priceCents', offering.price_cents, 'discountedPriceCents', offering.discounted_price_cents,
    'duration', offering.duration, 'capacity', offering.capacity, 'city', offering.city,
    'isOnline', offering.is_online, 'imageUrl', offering.image_url,
    'professional', jsonb_build_object('id', p.id, 'businessName', p.business_name,
      'rating', p.rating, 'totalReviews', p.total_reviews, 'isVerified', p.is_verified))
FROM worded
  JOIN offerings offering ON offering.id = worded.id
  LEFT JOIN activity_types t ON t.id = offering.activity_type_id
  JOIN professional_profiles p ON p.id = offering.professional_id;--> statement-breakpoint
INSERT INTO known_places (start, city)
SELECT DISTINCT places.start, places.city FROM (
  SELECT search_key(o.city) AS city, unnest(
    array_remove(array[coalesce(o.postal_code, '')], '') || array(
      SELECT array_to_string(words[n:], ' ')
      FROM string_to_array(search_key(o.city), ' ') AS words, generate_subscripts(words, 1) AS n)) AS start
  FROM listings l JOIN offerings o ON o.id = l.offering_id
  WHERE search_key(o.city) <> '') places
ORDER BY places.start, places.city
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO listed_slots (slot_id, valid_from, valid_until, listing_no, professional_id, starts_at, closes_at,
  cents, seats, minutes, city, type, rating, flags, cut_day, signature)
SELECT slot.id, priced.valid_from, priced.valid_until, l.no, p.id, slot.start_datetime,
  slot.start_datetime - p.notice_minutes * interval '1 minute', priced.cents, least(slot.available_spots, 6),
  (extract(epoch FROM slot.end_datetime - slot.start_datetime) / 60)::int,
  number_of('@' || search_key(coalesce(offering.city, ''))),
  number_of('#' || search_key(coalesce(t.name, offering.category))), (p.rating * 10)::int,
  CASE WHEN offering.is_online THEN 1 ELSE 0 END + CASE WHEN slot.capacity > 1 THEN 2 ELSE 0 END
    + CASE WHEN offering.kind = 'activity' THEN 4 ELSE 0 END,
  CASE WHEN priced.is_first THEN 0 ELSE floor(extract(epoch FROM slot.start_datetime) / 86400)::int END,
  signature_of(array(SELECT mark FROM unnest(l.marks) mark WHERE NOT starts_with(mark, '$')))
FROM slots slot
  JOIN offerings offering ON offering.id = slot.offering_id
  JOIN listings l ON l.offering_id = offering.id
  LEFT JOIN activity_types t ON t.id = offering.activity_type_id
  JOIN professional_profiles p ON p.id = offering.professional_id
  CROSS JOIN LATERAL (
    SELECT from_at AS valid_from, lead(from_at, 1, 'infinity') OVER (ORDER BY from_at) AS valid_until, cents, false AS is_first
    FROM slot_prices WHERE slot_id = slot.id
    UNION ALL
    SELECT '-infinity', coalesce(min(from_at), 'infinity'),
      coalesce(slot.price_cents, offering.discounted_price_cents, offering.price_cents), true
    FROM slot_prices WHERE slot_id = slot.id) priced
WHERE slot.is_active AND slot.available_spots > 0 AND slot.absence_id IS NULL
  AND slot.start_datetime - p.notice_minutes * interval '1 minute' > now()
  AND (slot.is_occupied OR slot.is_parallel OR NOT (
    EXISTS (SELECT FROM occupied o WHERE o.professional_id = p.id AND o.slot_id <> slot.id AND o.lane && '(,0)'
      AND o.during && tstzrange(slot.start_datetime, slot.end_datetime + p.buffer_minutes * interval '1 minute'))
    OR EXISTS (SELECT FROM busy_times b WHERE b.professional_id = p.id AND b.source <> 'absence'
      AND b.during && tstzrange(slot.start_datetime, slot.end_datetime))));--> statement-breakpoint
-- on purpose: no release before reads the table or writes into it, so nobody waits
CREATE INDEX "listed_slots_of_listing" ON "listed_slots" ("listing_no", "starts_at") INCLUDE ("closes_at", "valid_from", "valid_until", "cents", "flags", "rating", "cut_day");--> statement-breakpoint
-- on purpose: no release before reads the table or writes into it, so nobody waits
CREATE INDEX "listed_slots_by_date" ON "listed_slots" ("starts_at", "listing_no") INCLUDE ("cents", "rating", "closes_at", "valid_from", "valid_until", "flags", "city", "signature") WHERE cut_day = 0;--> statement-breakpoint
-- on purpose: no release before reads the table or writes into it, so nobody waits
CREATE INDEX "listed_slots_by_rating" ON "listed_slots" ("rating" DESC, "starts_at", "listing_no") INCLUDE ("cents", "closes_at", "valid_from", "valid_until", "flags", "city", "signature") WHERE cut_day = 0;--> statement-breakpoint
-- on purpose: no release before reads the table or writes into it, so nobody waits
CREATE INDEX "listed_slots_by_price" ON "listed_slots" ("cut_day", "cents", "starts_at", "listing_no") INCLUDE ("closes_at", "valid_from", "valid_until", "flags", "city", "signature");--> statement-breakpoint
-- on purpose: no release before reads the table or writes into it, so nobody waits
CREATE INDEX "listed_slots_by_price_down" ON "listed_slots" ("cut_day", "cents" DESC, "starts_at", "listing_no") INCLUDE ("closes_at", "valid_from", "valid_until", "flags", "city", "signature");--> statement-breakpoint
-- Room in every page, so that a booking's new number of seats stays beside the old one, without an index;
-- and vacuumed soon, since a walk in an index alone needs to know which pages everybody may see.
ALTER TABLE "listed_slots" SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01);
