-- Search ignores accents and forgives a slip of the finger (R3).
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint

-- Text as search compares it: lower case, no accents, letters and digits separated by single spaces.
-- unaccent is only STABLE because its rules file could change; naming the dictionary makes the
-- promise of IMMUTABLE as good as that of any collation.
CREATE FUNCTION search_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN trim(regexp_replace(
  lower(unaccent('unaccent'::regdictionary, normalize(value, NFC)) COLLATE "C"),
  '[^a-z0-9]+', ' ', 'g'
));--> statement-breakpoint

-- The words of a text and their terms (French stems), without stop words. Stems are taken from the
-- unaccented word on both sides, so that « médité » and « medite » meet.
CREATE FUNCTION search_words(value text) RETURNS TABLE (word text, term text)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 20
BEGIN ATOMIC
  SELECT w, t
  FROM string_to_table(search_key(value), ' ') w,
    LATERAL (SELECT (ts_lexize('french_stem', w))[1]) stem (t)
  WHERE t IS NOT NULL AND w <> '';
END;
