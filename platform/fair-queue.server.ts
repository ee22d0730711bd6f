export class QueueFull extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "QueueFull";
  }
}

interface FairQueueOptions {
  atOnce: number;
  /** One asker may take all places until somebody else comes. */
  waiting: number;
  /** Milliseconds until refusal. */
  patience: number;
  /** Monotonic, in milliseconds. */
  clock?: () => number;
}

export interface FairQueue {
  /** @throws QueueFull */
  run<Result>(asker: string, work: () => Promise<Result>): Promise<Result>;
  forgive(asker: string): void;
}

/** Milliseconds; a request is remembered for one to two periods. */
const PERIOD = 30_000;

interface Waiting {
  asker: string;
  start(): void;
  refuse(reason: string): void;
}

/** Serves whoever asked least of late; when full, the greediest asker's last request gives way. */
export function createFairQueue({
  atOnce,
  waiting,
  patience,
  clock = () => performance.now(),
}: FairQueueOptions): FairQueue {
  const queue: Waiting[] = [];
  let asked = new Map<string, number>();
  let askedBefore = new Map<string, number>();
  let begin = clock();
  let running = 0;

  function turnPeriods() {
    const periods = Math.floor((clock() - begin) / PERIOD);
    if (periods === 0) return;
    askedBefore = periods === 1 ? asked : new Map();
    asked = new Map();
    begin += periods * PERIOD;
  }

  const askedBy = (asker: string) => (asked.get(asker) ?? 0) + (askedBefore.get(asker) ?? 0);
  const count = (asker: string) => asked.set(asker, (asked.get(asker) ?? 0) + 1);

  function greediest(): Waiting | undefined {
    return queue.reduce<Waiting | undefined>(
      (most, one) => (most && askedBy(most.asker) > askedBy(one.asker) ? most : one),
      undefined,
    );
  }

  /** Undefined for a free place, null for none, else the one to push out. */
  function placeFor(asker: string): Waiting | undefined | null {
    if (running < atOnce || queue.length < waiting) return undefined;
    const last = greediest();
    return last && askedBy(last.asker) > askedBy(asker) + 1 ? last : null;
  }

  function leave(one: Waiting) {
    const place = queue.indexOf(one);
    if (place >= 0) queue.splice(place, 1);
  }

  function startNext() {
    turnPeriods();
    while (running < atOnce && queue.length > 0) {
      const next = queue.reduce((first, one) =>
        askedBy(one.asker) < askedBy(first.asker) ? one : first,
      );
      leave(next);
      running += 1;
      next.start();
    }
  }

  function waitForTurn(asker: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const one = { asker, start, refuse };
      const timer = setTimeout(() => refuse("it took too long"), patience);
      function start() {
        clearTimeout(timer);
        resolve();
      }
      function refuse(reason: string) {
        clearTimeout(timer);
        leave(one);
        reject(new QueueFull(reason));
      }
      queue.push(one);
      startNext();
    });
  }

  return {
    async run(asker, work) {
      turnPeriods();
      const place = placeFor(asker);
      count(asker);
      if (place === null) throw new QueueFull("too many wait");
      place?.refuse("somebody who has asked less came");
      await waitForTurn(asker);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    forgive(asker) {
      const counts = asked.has(asker) ? asked : askedBefore;
      const left = (counts.get(asker) ?? 0) - 1;
      if (left > 0) counts.set(asker, left);
      else counts.delete(asker);
    },
  };
}
