CREATE TABLE "tax_requests" (
	"professional_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "tax_requests_reminders" CHECK ("tax_requests"."reminders" between 0 and 2)
);
--> statement-breakpoint
ALTER TABLE "tax_requests" ADD CONSTRAINT "tax_requests_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whoever was asked under the release before, and has given nothing since.
INSERT INTO "tax_requests" ("professional_id", "asked_at")
SELECT p.id, min(m.created_at) FROM "mails" m
JOIN "professional_profiles" p ON p.id::text = split_part(m.reference, ':', 1)
WHERE m.kind = 'tax-details-due'
  AND NOT EXISTS (SELECT FROM "tax_details" t WHERE t.professional_id = p.id)
GROUP BY p.id;
