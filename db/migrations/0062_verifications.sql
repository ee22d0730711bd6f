CREATE TABLE "proof_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proof_id" uuid,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delete_after" timestamp with time zone,
	CONSTRAINT "proof_files_proofId_unique" UNIQUE("proof_id"),
	CONSTRAINT "proof_files_type" CHECK ("proof_files"."type" in ('application/pdf', 'image/jpeg')),
	CONSTRAINT "proof_files_bytes" CHECK ("proof_files"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"title" text,
	"issuer" text,
	"number" text,
	"issued_on" date,
	"expires_on" date,
	"register" jsonb,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "proofs_kind" CHECK ("proofs"."kind" in ('company', 'identity', 'diploma', 'insurance', 'title', 'word')),
	CONSTRAINT "proofs_status" CHECK ("proofs"."status" in ('waiting', 'accepted', 'refused', 'ended')),
	CONSTRAINT "proofs_number" CHECK ("proofs"."kind" not in ('company', 'title') or "proofs"."number" is not null),
	CONSTRAINT "proofs_insurance" CHECK ("proofs"."kind" <> 'insurance' or "proofs"."expires_on" is not null),
	CONSTRAINT "proofs_decided" CHECK (case "proofs"."status" when 'waiting' then "proofs"."decided_at" is null when 'ended' then true
        else "proofs"."decided_at" is not null end),
	CONSTRAINT "proofs_ended" CHECK (("proofs"."status" = 'ended') = ("proofs"."ended_at" is not null)),
	CONSTRAINT "proofs_refused" CHECK ("proofs"."status" <> 'refused' or "proofs"."reason" is not null)
);
--> statement-breakpoint
ALTER TABLE "proof_files" ADD CONSTRAINT "proof_files_proof_id_proofs_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."proofs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_files_to_delete" ON "proof_files" USING btree ("delete_after") WHERE delete_after is not null;--> statement-breakpoint
CREATE INDEX "proof_files_of_nothing" ON "proof_files" USING btree ("created_at") WHERE proof_id is null;--> statement-breakpoint
CREATE INDEX "proofs_professional_id_created_at_index" ON "proofs" USING btree ("professional_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_one_waiting" ON "proofs" USING btree ("professional_id","kind") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_one_accepted" ON "proofs" USING btree ("professional_id","kind") WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX "proofs_to_decide" ON "proofs" USING btree ("created_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "proofs_to_expire" ON "proofs" USING btree ("expires_on") WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX "proofs_to_check" ON "proofs" USING btree ("checked_at") WHERE kind in ('company', 'identity') and status in ('waiting', 'accepted');--> statement-breakpoint
-- Whoever had the tick had it on an operator's word, which holds for a year from now.
INSERT INTO "proofs" ("id", "professional_id", "kind", "status", "expires_on", "checked_at", "created_at", "decided_at")
SELECT gen_random_uuid(), "id", 'word', 'accepted', (now() AT TIME ZONE 'Europe/Paris')::date + 365, now(), now(), now()
FROM "professional_profiles" WHERE "is_verified";
