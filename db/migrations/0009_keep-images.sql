CREATE TABLE "images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"bucket" text NOT NULL,
	"folder" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "images_bucket" CHECK ("images"."bucket" in ('session-images', 'activity-images'))
);
--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_owner_id_profiles_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_owner_id_index" ON "images" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "images_unused" ON "images" USING btree ("created_at") WHERE not used and removed_at is null;--> statement-breakpoint
CREATE INDEX "images_removed" ON "images" USING btree ("removed_at") WHERE removed_at is not null;