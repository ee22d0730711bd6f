CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "changed_in" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_types" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "changed_in" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "changed_in" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "changed_in" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_started_at_index" ON "idempotency_keys" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_user_id_index" ON "idempotency_keys" USING btree ("user_id");--> statement-breakpoint
-- Everybody is offered the site's own categories. What professionals have typed so far becomes theirs,
-- until the operator accepts it.
-- on purpose: the few rows of categories, which nobody writes but who types a new one
UPDATE "activity_types" SET "accepted_at" = now() WHERE search_key("name") IN (SELECT search_key("own") FROM unnest(ARRAY['Yoga', 'Massage', 'Méditation', 'Coaching', 'Sophrologie', 'Naturopathie', 'Nutrition', 'Reiki', 'Psychothérapie', 'Hypnose', 'Art-thérapie', 'Pilates']) AS "own");--> statement-breakpoint
INSERT INTO "activity_types" ("id", "name", "category", "accepted_at") SELECT gen_random_uuid(), "own", 'session', now() FROM unnest(ARRAY['Yoga', 'Massage', 'Méditation', 'Coaching', 'Sophrologie', 'Naturopathie', 'Nutrition', 'Reiki', 'Psychothérapie', 'Hypnose', 'Art-thérapie', 'Pilates']) AS "own" WHERE NOT EXISTS (SELECT FROM "activity_types" WHERE search_key("activity_types"."name") = search_key("own"));
