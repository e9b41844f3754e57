// Compares what was recorded: npm run answers:compare -- BEFORE AFTER
//                          or npm run answers:compare -- BEFORE --checkout DIR [--fill COMMAND] [--out DIR]
// BEFORE and AFTER are folders (a file for each engine) or files. With --checkout the requests of BEFORE are sent to that
// checkout as they stand, so that a document that changed makes no other calls. Ends with 1 if something differs that
// intended.json does not name.
//   --engine  only this one
//   --shown   so many differences are told in full (100); all are counted
import '../require-node.mjs';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differences, Intended, pairs } from './differences.mjs';
import { enginesOf, fileOf, record } from './record.mjs';
import { readRecording } from './recording.mjs';

const SHOWN = 100;
const LONGEST = 300;

/**
 * Compares two recordings line by line and says what differs.
 * @returns how many calls there were, how many differences are intended and how many are not
 */
export async function compare(before, after, intended, { say, shown = SHOWN }) {
  const counts = { calls: 0, intended: 0, others: 0 };
  const places = new Map();
  for await (const pair of pairs(before, after)) {
    counts.calls += 1;
    for (const difference of differences(pair)) {
      if (intended.of(difference)) {
        counts.intended += 1;
        continue;
      }
      counts.others += 1;
      if (counts.others <= shown) say(told(difference));
      const place = `${difference.operation}  ${difference.place.replaceAll(/\[\d+\]/g, '[]')}`;
      places.set(place, (places.get(place) ?? 0) + 1);
    }
  }
  if (counts.others > shown) {
    say(`\n${counts.others - shown} more. By operation and place:`);
    const sorted = [...places].sort(([, a], [, b]) => b - a);
    for (const [place, count] of sorted.slice(0, shown)) say(`  ${count}  ${place}`);
  }
  return counts;
}

const told = ({ operation, call, place, before, after }) =>
  `\n${operation} ${call}\n  ${place}\n  - ${short(before)}\n  + ${short(after)}`;

function short(value) {
  if (value === undefined) return '(none)';
  const text = String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length} characters)` : text;
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();

/** The files to be compared, by engine. */
function filesOf(before, after, engine) {
  if (isFile(before) && isFile(after)) return [[before, after]];
  const engines = enginesOf(engine).filter((one) => existsSync(fileOf(before, one)) && existsSync(fileOf(after, one)));
  if (!engines.length) throw new Error(`${before} and ${after} have no recording in common.`);
  return engines.map((one) => [fileOf(before, one), fileOf(after, one)]);
}

async function main() {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { checkout: text, fill: text, out: text, engine: text, shown: text },
  });
  const [before, given] = positionals;
  const { checkout, fill, engine } = values;
  if (!before || Boolean(given) === Boolean(checkout))
    throw new Error('Name BEFORE and AFTER, or BEFORE and --checkout.');
  const kept = given ?? values.out;
  const after = kept ?? mkdtempSync(join(tmpdir(), 'answers-'));
  try {
    if (checkout) {
      const engines = enginesOf(engine).filter((one) => existsSync(fileOf(before, one)));
      if (!engines.length) throw new Error(`${before} has no recording.`);
      await record({ engines, checkout, out: after, fill, replay: before });
    }
    const intended = new Intended(JSON.parse(readFileSync(join(import.meta.dirname, 'intended.json'), 'utf8')));
    let failed = false;
    for (const [one, other] of filesOf(before, after, engine)) {
      const options = { say: (line) => console.log(line), shown: Number(values.shown ?? SHOWN) };
      const counts = await compare(readRecording(one), readRecording(other), intended, options);
      console.log(
        `${one}: ${counts.calls} calls, ${counts.others} differences, and ${counts.intended} that are intended.`,
      );
      failed ||= counts.others > 0;
    }
    for (const { operation, place } of intended.unmet()) console.log(`Intended, but not met: ${operation}, ${place}.`);
    if (failed) process.exitCode = 1;
  } finally {
    if (!kept) rmSync(after, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
}
