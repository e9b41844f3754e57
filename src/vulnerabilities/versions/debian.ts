/** Versions of Debian and Ubuntu packages (Debian Policy 5.6.12): `[epoch:]upstream[-revision]`. */
import { compareDigits, type VersionRule } from './rule.js';

interface Parsed {
  epoch: string;
  upstream: string;
  revision: string;
}

export const debian: VersionRule<Parsed> = {
  parse(text) {
    const parts = /^(?:(\d+):)?(\d[A-Za-z0-9.+~:-]*)$/.exec(text);
    if (!parts) return undefined;
    const rest = parts[2]!;
    const hyphen = rest.lastIndexOf('-');
    return {
      epoch: parts[1] ?? '0',
      upstream: hyphen < 0 ? rest : rest.slice(0, hyphen),
      revision: hyphen < 0 ? '' : rest.slice(hyphen + 1),
    };
  },
  compare: (a, b) =>
    compareDigits(a.epoch, b.epoch) || compareParts(a.upstream, b.upstream) || compareParts(a.revision, b.revision),
};

/** What is no digit, and digits, in turns. */
function compareParts(a: string, b: string): number {
  const [first, second] = [turnsOf(a), turnsOf(b)];
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    const [one, other] = [first[i] ?? '', second[i] ?? ''];
    const order = i % 2 ? compareDigits(one, other) : compareSigns(one, other);
    if (order) return order;
  }
  return 0;
}

/** Signs stand at even places, also where there are none. */
const turnsOf = (text: string): string[] => text.split(/(\d+)/);

/** A tilde comes before the end, letters come before all other signs. */
function compareSigns(a: string, b: string): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const order = weightOf(a[i]) - weightOf(b[i]);
    if (order) return order;
  }
  return 0;
}

function weightOf(sign: string | undefined): number {
  if (sign === '~') return -1;
  if (sign === undefined) return 0;
  const code = sign.charCodeAt(0);
  return /[A-Za-z]/.test(sign) ? code : code + 256;
}
