CREATE TABLE "content_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"report_id" uuid,
	"secret_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"text" text DEFAULT '' NOT NULL,
	"answer_id" uuid,
	CONSTRAINT "content_appeals_text" CHECK (length("content_appeals"."text") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "content_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offering_id" uuid,
	"professional_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"basis" text,
	"facts" text NOT NULL,
	"was_active" boolean NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "content_decisions_facts" CHECK (length("content_decisions"."facts") between 1 and 1000),
	CONSTRAINT "content_decisions_basis" CHECK (("content_decisions"."measure" = 'none') = ("content_decisions"."basis" is null)),
	CONSTRAINT "content_decisions_due" CHECK (("content_decisions"."measure" = 'correction') = ("content_decisions"."due_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "content_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offering_id" uuid,
	"professional_id" uuid NOT NULL,
	"reporter_id" uuid,
	"email" text,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decision_id" uuid,
	CONSTRAINT "content_reports_text" CHECK (length("content_reports"."text") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "withheld_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_decision_id_content_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."content_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_report_id_content_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."content_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_answer_id_content_decisions_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."content_decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_reporter_id_profiles_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_decision_id_content_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."content_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_appeals_decision_id_index" ON "content_appeals" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "content_appeals_report_id_index" ON "content_appeals" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "content_appeals_answer_id_index" ON "content_appeals" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "content_appeals_open" ON "content_appeals" USING btree ("asked_at") WHERE asked_at is not null and answer_id is null;--> statement-breakpoint
CREATE INDEX "content_decisions_offering_id_index" ON "content_decisions" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "content_decisions_professional_id_index" ON "content_decisions" USING btree ("professional_id");--> statement-breakpoint
CREATE INDEX "content_decisions_in_force" ON "content_decisions" USING btree ("decided_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "content_reports_offering_id_index" ON "content_reports" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "content_reports_professional_id_index" ON "content_reports" USING btree ("professional_id");--> statement-breakpoint
CREATE INDEX "content_reports_reporter_id_index" ON "content_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "content_reports_decision_id_index" ON "content_reports" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "content_reports_open" ON "content_reports" USING btree ("created_at") WHERE decision_id is null;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_withheld" CHECK ("offerings"."withheld_at" is null or not "offerings"."is_active") NOT VALID;--> statement-breakpoint
ALTER TABLE "offerings" VALIDATE CONSTRAINT "offerings_withheld";