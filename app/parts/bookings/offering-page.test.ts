import { expect, test } from "vitest";
import { closedFor } from "./offering-page.server.ts";

const professional = { id: "0198c0de-0000-7000-8000-000000000001" };
const OWNER = { professionalId: professional.id };
const offering = (unbookable: "inactive" | "no_slot" | null) => ({
  category: "Yoga",
  unbookable,
  professional,
  slots: [],
});
const NOW = new Date("2026-11-22T12:00:00Z");

test("whatever closes it, owners are led to their own list and others to what is like it", () => {
  const way = (actor: typeof OWNER | null, reason: "inactive" | "no_slot") =>
    closedFor(actor, "session", offering(reason), NOW)?.way;
  expect(way(OWNER, "inactive")).toEqual({ to: "/profil", label: "Gérer mes sessions" });
  expect(way(OWNER, "no_slot")?.to).toBe("/profil");
  expect(way(null, "inactive")?.to).toBe("/sessions?category=Yoga");
  expect(closedFor(OWNER, "activity", offering("inactive"), NOW)?.way.to).toBe("/mes-activites");
  expect(closedFor(null, "activity", offering("inactive"), NOW)?.way.to).toBe("/activites");
  expect(closedFor(OWNER, "session", offering(null), NOW)).toBeNull();
});

test("where the last seats are held, it says when to look again", () => {
  const at = (time: string) => ({ id: time, heldUntil: new Date(`2026-11-22T${time}Z`) });
  const slots = [at("12:40:10"), { id: "free", heldUntil: null }, at("12:31:20")];
  const held = { ...offering(null), unbookable: "held" as const, slots };
  expect(closedFor(null, "session", held, NOW)).toMatchObject({
    heading: "En cours de réservation",
    text: expect.stringContaining("peut se libérer à 13:32."),
  });
});

test("where somebody can wait, it leads to the line, or to the slots to choose one", () => {
  const full = (id: string) => ({ id, heldUntil: null, isWaitable: true });
  const wayOf = (...slots: ReturnType<typeof full>[]) =>
    closedFor(null, "session", { ...offering(null), unbookable: "sold_out", slots }, NOW)?.way;
  expect(wayOf(full("a"))?.to).toBe("/listes-attente/a");
  expect(wayOf(full("a"), full("b"))?.to).toBe("#creneaux");
  expect(wayOf({ ...full("a"), isWaitable: false })?.to).toBe("/sessions?category=Yoga");
});
