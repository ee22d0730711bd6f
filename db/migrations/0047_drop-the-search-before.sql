-- on purpose: since 0034 no release has read or written it
DROP TABLE "offer_facts";--> statement-breakpoint
-- on purpose: since 0034 no release has read or written it
DROP TABLE "offer_terms";--> statement-breakpoint
-- on purpose: since 0034 no release has read or written it
DROP TABLE "offers";
