CREATE TABLE "waiting_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"seats" smallint NOT NULL,
	"lined_up_at" timestamp with time zone NOT NULL,
	"had_turn_at" timestamp with time zone,
	"missed_at" timestamp with time zone,
	"offered_at" timestamp with time zone,
	"offered_until" timestamp with time zone,
	"offered_cents" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_entries_one_per_person" UNIQUE("slot_id","user_id"),
	CONSTRAINT "waiting_entries_seats" CHECK ("waiting_entries"."seats" between 1 and 6),
	CONSTRAINT "waiting_entries_offer" CHECK (("waiting_entries"."offered_at" is null) = ("waiting_entries"."offered_until" is null) and ("waiting_entries"."offered_at" is null) = ("waiting_entries"."offered_cents" is null)
        and ("waiting_entries"."offered_until" > "waiting_entries"."offered_at") is not false)
);
--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_entries_user_id_index" ON "waiting_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_entries_offered" ON "waiting_entries" USING btree ("offered_until") WHERE offered_until is not null;