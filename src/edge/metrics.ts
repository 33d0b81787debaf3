// The metrics of a process in the text format of Prometheus. Every part that has figures registers its own.

type Kind = 'gauge' | 'counter' | 'histogram';

/** One value of a metric: what follows its name (`{state="dead"}`, or nothing), and the value. */
export type Sample = readonly [labels: string, value: number];

/** A metric as text; its name follows `passbell_`, unless `name` begins with `process_`. */
export function metric(name: string, kind: Kind, help: string, samples: readonly Sample[]): string {
  const full = name.startsWith('process_') ? name : `passbell_${name}`;
  const lines = samples.map(([labels, value]) => `${full}${labels} ${value}`);
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${kind}`, ...lines].join('\n');
}

/** The metrics of a part, just now. */
type MetricSource = () => readonly string[] | Promise<readonly string[]>;

/** The metrics of all parts. */
export class Metrics {
  readonly #sources: MetricSource[] = [];

  register(source: MetricSource): void {
    this.#sources.push(source);
  }

  /** All of them as text; what cannot be had just now, such as while the database is away, is left out. */
  async render(): Promise<string> {
    const parts = await Promise.all(
      this.#sources.map(async (source) => {
        try {
          return await source();
        } catch {
          return [];
        }
      }),
    );
    return `${parts.flat().join('\n')}\n`;
  }
}
