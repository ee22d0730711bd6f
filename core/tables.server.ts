/* Integer cents (rule: whole-cents), `timestamptz`, `nullsFirst` to serve `order by … desc`. */

export * from "./tables/agenda.server.ts";
export * from "./tables/alerts-and-waiting-list.server.ts";
export * from "./tables/booking-exchanges.server.ts";
export * from "./tables/bookings.server.ts";
export * from "./tables/figures.server.ts";
export * from "./tables/listings.server.ts";
export * from "./tables/moderation.server.ts";
export * from "./tables/notifications.server.ts";
export * from "./tables/offerings.server.ts";
export * from "./tables/operators.server.ts";
export * from "./tables/payments.server.ts";
export * from "./tables/people.server.ts";
export * from "./tables/professionals.server.ts";
export * from "./tables/settings.server.ts";
export * from "./tables/verifications.server.ts";
