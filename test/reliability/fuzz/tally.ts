/** Counts which routes answered with which statuses, and what was wrong. */
import { writeFileSync } from 'node:fs';

/** Of many failures so many are told. */
const MOST_FAILURES = 40;

export class Tally {
  readonly failures: string[] = [];
  private readonly counts = new Map<string, Map<number, number>>();
  private readonly statuses = new Map<number, number>();
  private slowest = { ms: 0, name: '' };
  failed = 0;

  count(name: string, status: number, ms: number): void {
    let counts = this.counts.get(name);
    if (!counts) this.counts.set(name, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (ms > this.slowest.ms) this.slowest = { ms: Math.round(ms), name };
  }

  fail(told: string): void {
    this.failed++;
    if (this.failures.length < MOST_FAILURES) this.failures.push(told);
  }

  get requests(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Answers that are a success, or "not changed". */
  get successes(): number {
    return [...this.statuses].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0);
  }

  /** How often the route was asked that was asked least. */
  get fewest(): number {
    return Math.min(...[...this.counts.values()].map((counts) => [...counts.values()].reduce((a, b) => a + b, 0)));
  }

  /** Routes that never answered with a success. */
  get neverFine(): string[] {
    return [...this.counts]
      .filter(([, counts]) => ![...counts.keys()].some((status) => status < 400))
      .map(([name]) => name);
  }

  /** Writes the table route × status, separated by tabs. */
  write(file: string): void {
    const statuses = [...this.statuses.keys()].sort();
    const lines = [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, counts]) => [name, ...statuses.map((status) => counts.get(status) ?? 0)].join('\t'));
    writeFileSync(file, [['route', ...statuses].join('\t'), ...lines].join('\n') + '\n');
  }

  /** A few lines for people. */
  summary(): string {
    const by = [...this.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    const share = ((100 * this.successes) / this.requests).toFixed(1);
    return [
      `${this.requests} requests, ${this.counts.size} routes, each ${this.fewest} times or more; ${share} % answered 2xx or 304`,
      by.join(', '),
      `slowest: ${this.slowest.name}, ${this.slowest.ms} ms`,
    ].join('\n');
  }
}
