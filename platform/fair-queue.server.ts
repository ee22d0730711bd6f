/**
 * Thrown when the queue is full or the turn took too long; the caller may ask again in a few
 * seconds.
 */
export class QueueFull extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "QueueFull";
  }
}

interface FairQueueOptions {
  /** How many are worked on at a time. */
  atOnce: number;
  /** How many may wait. One asker may take all places, until somebody else comes. */
  waiting: number;
  /** Milliseconds after which a waiting one is refused. */
  patience: number;
  /** A clock in milliseconds that never goes back. */
  clock?: () => number;
}

export interface FairQueue {
  /**
   * Runs `work` when its turn comes.
   *
   * @throws QueueFull when it did not get a turn.
   */
  run<Result>(asker: string, work: () => Promise<Result>): Promise<Result>;
  /** Takes back a request that was counted. */
  forgive(asker: string): void;
}

/** A request is remembered for one to two of these periods, in milliseconds. */
const PERIOD = 30_000;

interface Waiting {
  asker: string;
  start(): void;
  refuse(reason: string): void;
}

/**
 * A queue in which whoever has asked least of late goes first, and among equals whoever came first:
 * many who ask without end wait for each other, and hardly keep anybody else. When no more may wait,
 * the last of who has asked most gives way to somebody who has asked less.
 */
export function createFairQueue({
  atOnce,
  waiting,
  patience,
  clock = () => performance.now(),
}: FairQueueOptions): FairQueue {
  const queue: Waiting[] = [];
  /** How often each asker has asked, in this period and in the one before. */
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

  /** The last one that waits for whoever has asked most. */
  function greediest(): Waiting | undefined {
    return queue.reduce<Waiting | undefined>(
      (most, one) => (most && askedBy(most.asker) > askedBy(one.asker) ? most : one),
      undefined,
    );
  }

  /**
   * Finds a place for a newcomer: undefined for a free one, the waiting one to push out, or null
   * when there is none.
   */
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
