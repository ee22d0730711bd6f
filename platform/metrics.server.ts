import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Prometheus text at /metrics; one registry a process. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

export const requestSeconds = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time to answer an HTTP request, by method, kind of route and status",
  labelNames: ["method", "door", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const jobsTotal = new Counter({
  name: "jobs_total",
  help: "Jobs run, by name and outcome",
  labelNames: ["name", "outcome"],
  registers: [registry],
});
