CREATE TABLE "alert_finds" (
	"alert_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "alert_finds_alert_id_slot_id_pk" PRIMARY KEY("alert_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"conditions" jsonb NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"type" bigint NOT NULL,
	"area" "box" NOT NULL,
	"seats" smallint NOT NULL,
	"from_cents" integer NOT NULL,
	"below_cents" integer,
	"day" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_seats" CHECK ("alerts"."seats" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "slot_news" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slot_id" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "slot_news_by_time" ON "slot_news" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "alert_finds" ADD CONSTRAINT "alert_finds_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_finds" ADD CONSTRAINT "alert_finds_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_finds_slot_id_index" ON "alert_finds" USING btree ("slot_id");--> statement-breakpoint
CREATE INDEX "alert_finds_by_start" ON "alert_finds" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "alert_finds_untold" ON "alert_finds" USING btree ("alert_id") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "alerts_by_type_and_area" ON "alerts" USING gist ("type","area") WHERE paused_at is null;--> statement-breakpoint
CREATE INDEX "alerts_user_id_index" ON "alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alerts_by_day" ON "alerts" USING btree ("day") WHERE day is not null;