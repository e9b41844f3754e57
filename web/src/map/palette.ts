/** The colours of the page as the canvas needs them: from the style sheet, and from the kinds. */
import type { GraphKind } from './catalogue.js';

export interface Palette {
  page: string;
  surface: string;
  line: string;
  ink: string;
  soft: string;
  accent: string;
  accentInk: string;
  down: string;
  degraded: string;
  at_risk: string;
  concerned: string;
  font: string;
  /** Those of kinds. */
  kinds: readonly string[];
}

/** Numbers of the colours of kinds. */
const KINDS = Array.from({ length: 12 }, (_, i) => i);

const known = new Map<string, Palette>();

/** The colours of the theme that is shown. They are read once: lists ask for them line by line. */
export function paletteNow(): Palette {
  const name = document.documentElement.dataset['theme'] ?? '';
  if (!known.has(name)) known.set(name, readPalette());
  return known.get(name)!;
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    page: colour('--page'),
    surface: colour('--surface'),
    line: colour('--faint'),
    ink: colour('--ink'),
    soft: colour('--soft'),
    accent: colour('--accent'),
    accentInk: colour('--accent-ink'),
    down: colour('--bad'),
    degraded: colour('--put'),
    at_risk: colour('--patch'),
    concerned: colour('--get'),
    font: colour('--font'),
    kinds: KINDS.map((i) => colour(`--kind-${i}`)),
  };
}

/** The colour of a kind on the ground of the theme. */
export const colourOf = (kind: GraphKind | undefined, { kinds, soft }: Palette): string =>
  kind ? (kinds[kind.number ?? -1] ?? kind.colour) : soft;

/** The sign of a kind as a picture of its own. */
export const signOf = (kind: GraphKind, colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24" fill="none" ' +
      `stroke="${colour}" color="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${kind.icon}</svg>`,
  )}`;

/** What becomes of objects in an outage, the worst first. */
export const STATES = ['down', 'degraded', 'at_risk', 'concerned'] as const;
export type StateWord = (typeof STATES)[number];

/** What stands for a state, beside its colour. */
export const STATE_SIGNS: Readonly<Record<StateWord, string>> = {
  down: '✕',
  degraded: '!',
  at_risk: '½',
  concerned: 'i',
};
/** What stands beside an object of which cannot be told what becomes of it. */
export const DOUBT_SIGN = '?';
