// The one table that a run prints, and the remarks below it.
import { workloads } from './workloads.mjs';

const HEADINGS = [
  ...['engine', 'workload', 'limit ms', 'Meridian ms', 'ratio (min–max)', 'target', 'result', 'req/s', 'limit p50/p99'],
  ...['Meridian p50/p99', 'peak MB', 'first byte ms', 'published limit'],
];

/** A figure in three digits. */
export const short = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const both = (a, b) => `${short(a)} / ${short(b)}`;

/** The middle value of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The medians of every figure over the rounds of one side. */
export const mediansOf = (rounds) =>
  Object.fromEntries(Object.keys(rounds[0]).map((figure) => [figure, median(rounds.map((round) => round[figure]))]));

/** The limit's CPU as a multiple of its published figure, where there is one to compare with. */
const timesPublished = ({ engine, id, limit, scale }) =>
  engine === 'mariadb' && scale === 1 && workloads[id].published
    ? limit.cpu / (workloads[id].published[0] + workloads[id].published[1])
    : undefined;

function cells(result) {
  const { engine, id, state, smoke, limit, server, ratios } = result;
  const { published } = workloads[id];
  const target = workloads[id].target[engine];
  if (!ratios || smoke) return [engine, id, '', '', '', `≤ ${target}`, state, '', '', '', '', '', ''];
  const ratio = median(ratios);
  const times = timesPublished(result);
  const known = times ? `${published[0]} + ${published[1]} (× ${short(times)})` : '';
  const range = `${short(ratio)} (${short(Math.min(...ratios))}–${short(Math.max(...ratios))})`;
  return [
    ...[engine, id, `${short(limit.server)} + ${short(limit.database)}`],
    ...[`${short(server.server)} + ${short(server.database)}`, range, `≤ ${target}`, ratio <= target ? 'ok' : 'over'],
    ...[both(limit.rate, server.rate), both(limit.p50, limit.p99), both(server.p50, server.p99)],
    ...[both(limit.peak, server.peak), id === 'L1' ? both(limit.first, server.first) : '', known],
  ];
}

/** Rows of texts, the headings first, as a table with aligned columns. */
export function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join(' | ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('-|-'));
  return lines.join('\n');
}

/** The results as a table. */
export const tableOf = (results) => aligned([HEADINGS, ...results.map(cells)]);

/** What the figures mean beyond the ratios: details of failures, memory, first byte, a limit slower than it should be. */
export function remarksOn(results) {
  const lines = [
    'CPU in ms per request: server + database. Two figures with a slash: limit / Meridian. Peak memory: above idle,',
    'with what earlier workloads of the run left in the heap. Published limit: × is the measured limit over it.',
  ];
  for (const result of results) {
    const { engine, id, state, smoke, detail, server, ratios } = result;
    if (detail) lines.push(`${engine} ${id} ${state}: ${detail}`);
    if (!ratios || smoke) continue;
    if (timesPublished(result) > 1.5)
      lines.push(`WARNING: the limit of ${id} is slower than published by more than half.`);
    if (id === 'L1' && server.peak > 100) lines.push(`${engine} L1: peak memory over 100 MB: ${short(server.peak)}`);
    if (id === 'L1' && server.first > 50)
      lines.push(`${engine} L1: first byte later than 50 ms: ${short(server.first)}`);
  }
  return lines.join('\n');
}
