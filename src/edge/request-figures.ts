import { metric, type Sample } from './metrics.ts';

/** The bounds of the buckets that durations are counted in, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Answers of one kind of status. */
interface Counts {
  /** By bucket; the last one has no bound. */
  readonly buckets: number[];
  seconds: number;
}

/** How often a route answered, with what status, and how long it took. */
export class RouteFigures {
  readonly #labels: string;
  /** By the first digit of the status. */
  readonly #counts: (Counts | undefined)[] = [];

  constructor(method: string, path: string) {
    this.#labels = `method="${method}",route="${path}"`;
  }

  /** Counts an answer. */
  add(status: number, seconds: number): void {
    const kind = Math.floor(status / 100);
    let counts = this.#counts[kind];
    if (counts === undefined) {
      counts = { buckets: new Array<number>(BOUNDS.length + 1).fill(0), seconds: 0 };
      this.#counts[kind] = counts;
    }
    const found = BOUNDS.findIndex((bound) => seconds <= bound);
    const at = found === -1 ? BOUNDS.length : found;
    counts.buckets[at] = (counts.buckets[at] ?? 0) + 1;
    counts.seconds += seconds;
  }

  /** The samples of a histogram: a status that was never answered has none. */
  samples(): Sample[] {
    return this.#counts.flatMap((counts, kind): Sample[] => {
      if (counts === undefined) return [];
      const labels = `${this.#labels},status="${kind}xx"`;
      let sum = 0;
      const buckets = counts.buckets.map((count, at): Sample => {
        sum += count;
        return [`_bucket{${labels},le="${BOUNDS[at] ?? '+Inf'}"}`, sum];
      });
      return [...buckets, [`_sum{${labels}}`, counts.seconds], [`_count{${labels}}`, sum]];
    });
  }
}

/** The answers of all routes of the API. Their number bounds what is kept. */
export class RequestFigures {
  readonly #routes: RouteFigures[] = [];

  /** Begins to count those of a route. */
  of(method: string, path: string): RouteFigures {
    const figures = new RouteFigures(method, path);
    this.#routes.push(figures);
    return figures;
  }

  metrics(): string[] {
    const samples = this.#routes.flatMap((route) => route.samples());
    const help = 'Answers of the API by route and status, and how long they took.';
    return [metric('request_duration_seconds', 'histogram', help, samples)];
  }
}
