import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The whole route table of the site (S1§2, S2§2). */
export default [
  index("routes/home.tsx"),
  route("sessions", "routes/sessions.tsx"),
  // Both forms of a session's address are in use (S1§2).
  route("session/:sessionId", "routes/session.tsx", { id: "session" }),
  route("sessions/:sessionId", "routes/session.tsx", { id: "sessions-session" }),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
