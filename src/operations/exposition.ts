/** The classes of duration of all routes as Prometheus reads them. */
import { BOUNDS, type Line } from './request-metrics.js';

const NAME = 'http_request_duration_seconds';

/**
 * The text of a histogram. The metrics library counts with an object for each request; these figures are counted without,
 * so they are written by hand.
 */
export function durations(lines: Iterable<Line>): string {
  const text = [`# HELP ${NAME} Time until the answer was sent, by method and route.`, `# TYPE ${NAME} histogram`];
  for (const { method, route, classes, seconds } of lines) {
    const labels = `method="${method}",route="${route}"`;
    let count = 0;
    BOUNDS.forEach((bound, at) => {
      count += classes[at]!;
      text.push(`${NAME}_bucket{${labels},le="${bound}"} ${count}`);
    });
    count += classes[BOUNDS.length]!;
    text.push(`${NAME}_bucket{${labels},le="+Inf"} ${count}`);
    text.push(`${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${count}`);
  }
  return `${text.join('\n')}\n`;
}
