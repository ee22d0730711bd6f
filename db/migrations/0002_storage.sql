-- Room on each page for the next versions of its rows, so that taking a seat stays a heap-only (HOT)
-- update and touches no index.
ALTER TABLE "session_slots" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "activity_slots" SET (fillfactor = 80);--> statement-breakpoint
-- Search reads the indexes of these alone, as long as vacuum has lately seen their pages.
ALTER TABLE "offers" SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "offer_terms" SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
