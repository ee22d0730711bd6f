-- Offers move to their next slot all day, and a page that one has left is read again by every walk
-- that should read its index alone, until it is vacuumed. A page holds twelve: when a fifth of the
-- offers has moved, where vacuum begins by default, hardly a page is left that need not be read.
ALTER TABLE "offers" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
