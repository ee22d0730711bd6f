ALTER INDEX "listings_marks" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "listings_facts" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('listings_marks'), gin_clean_pending_list('listings_facts');
