/** Base scores of CVSS 2 and 3 from their vectors, for sources that give no number (first.org/cvss). Of CVSS 4 the vector alone is kept. */
import { NO_SCORE, severityOf, type Score } from './reading.js';

const MAX_VECTOR = 255;

/** How bad the vector says that it is; undefined for one of another form. */
export function scoreOfVector(vector: string): Score | undefined {
  const version = /^CVSS:([34]\.\d)\//.exec(vector)?.[1] ?? '2.0';
  if (vector.length > MAX_VECTOR) return undefined;
  if (version.startsWith('4')) return { ...NO_SCORE, cvssVersion: version, vector };
  const metrics = new Map(vector.split('/').map((metric) => metric.split(':', 2) as [string, string]));
  const score = version === '2.0' ? second(metrics) : third(metrics);
  return score === undefined ? undefined : { score, severity: severityOf(score), cvssVersion: version, vector };
}

type Metrics = ReadonlyMap<string, string>;
type Weights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The weights of some metrics; undefined where one is missing. */
function weigh(metrics: Metrics, weights: Weights): Record<string, number> | undefined {
  const found = Object.entries(weights).map(([name, values]) => {
    const value = metrics.get(name) ?? '';
    return [name, Object.hasOwn(values, value) ? values[value]! : NaN] as const;
  });
  return found.some(([, weight]) => Number.isNaN(weight)) ? undefined : Object.fromEntries(found);
}

const LOSS = { H: 0.56, L: 0.22, N: 0 };
const THIRD: Weights = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  ...{ C: LOSS, I: LOSS, A: LOSS },
};
/** What the rights that are needed weigh, where others than the vulnerable part are touched, and where not. */
const RIGHTS: Readonly<Record<string, Weights>> = {
  U: { PR: { N: 0.85, L: 0.62, H: 0.27 } },
  C: { PR: { N: 0.85, L: 0.68, H: 0.5 } },
};

function third(metrics: Metrics): number | undefined {
  const scope = metrics.get('S');
  if (scope !== 'U' && scope !== 'C') return undefined;
  const w = weigh(metrics, { ...THIRD, ...RIGHTS[scope] });
  if (!w) return undefined;
  const loss = 1 - (1 - w['C']!) * (1 - w['I']!) * (1 - w['A']!);
  const impact = scope === 'U' ? 6.42 * loss : 7.52 * (loss - 0.029) - 3.25 * (loss - 0.02) ** 15;
  const ease = 8.22 * w['AV']! * w['AC']! * w['PR']! * w['UI']!;
  return impact <= 0 ? 0 : roundedUp(Math.min((scope === 'U' ? 1 : 1.08) * (impact + ease), 10));
}

/** To one decimal, upwards, without what binary numbers add (CVSS 3.1, appendix A). */
function roundedUp(score: number): number {
  const whole = Math.round(score * 100_000);
  return whole % 10_000 ? (Math.floor(whole / 10_000) + 1) / 10 : whole / 100_000;
}

const SECOND_LOSS = { N: 0, P: 0.275, C: 0.66 };
const SECOND: Weights = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  ...{ C: SECOND_LOSS, I: SECOND_LOSS, A: SECOND_LOSS },
};

function second(metrics: Metrics): number | undefined {
  const w = weigh(metrics, SECOND);
  if (!w) return undefined;
  const impact = 10.41 * (1 - (1 - w['C']!) * (1 - w['I']!) * (1 - w['A']!));
  const ease = 20 * w['AV']! * w['AC']! * w['Au']!;
  return impact === 0 ? 0 : Math.round((0.6 * impact + 0.4 * ease - 1.5) * 1.176 * 10) / 10;
}
