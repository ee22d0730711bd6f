import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export const registry = new Registry();
collectDefaultMetrics({ register: registry });

export const requestSeconds = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time to answer an HTTP request, by method, route and status",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const sharedPageAnswers = new Counter({
  name: "shared_page_answers_total",
  help: "Answers to visitors from pages that are everybody's: fresh, stale while one is made, rendered",
  labelNames: ["origin"],
  registers: [registry],
});

export const unhandledRejections = new Counter({
  name: "unhandled_rejections_total",
  help: "Promises that failed and that nobody listened to: each is a defect, whose stack is in the log",
  registers: [registry],
});

export const jobSeconds = new Histogram({
  name: "job_duration_seconds",
  help: "Time that a job of this process took, by name and outcome",
  labelNames: ["name", "outcome"],
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 30],
  registers: [registry],
});

export const poolWaitSeconds = new Histogram({
  name: "database_pool_wait_seconds",
  help: "Time that a query waited because every connection of the process was busy",
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 8],
  registers: [registry],
});

export interface Sample {
  name: string;
  help: string;
  labels?: Record<string, string>;
  value: number;
}

export function renderSamples(samples: readonly Sample[]): string {
  const families = Map.groupBy(samples, ({ name }) => name);
  return [...families]
    .flatMap(([name, members]) => [
      `# HELP ${name} ${members[0]?.help}`,
      `# TYPE ${name} gauge`,
      ...members.map(({ labels = {}, value }) => {
        const pairs = Object.entries(labels).map(([label, word]) => `${label}="${word}"`);
        return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
      }),
      "",
    ])
    .join("\n");
}
