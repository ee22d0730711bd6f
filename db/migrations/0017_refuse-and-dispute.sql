CREATE TABLE "provider_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"turn" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charged_back_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "processing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refused_code" text;--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "api_version" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_charged_back" CHECK ("payments"."charged_back_cents" between 0 and "payments"."amount_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_charged_back";