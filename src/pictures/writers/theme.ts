/** Colours of pictures, on light and on dark ground. Every text has a contrast of 4.5 : 1 or more against its ground. */
import type { Theme } from '../options.js';
import type { StateWord } from '../source.js';

/** The colours of a kind: the field of its sign and the head of its container, and its border. */
export interface Hue {
  fill: string;
  edge: string;
}

export interface Palette {
  ground: string;
  /** Containers, by turns from the outside in. */
  containers: readonly [string, string];
  box: string;
  border: string;
  text: string;
  /** Second lines, labels, captions. */
  quiet: string;
  line: string;
  hues: readonly Hue[];
  /** Boxes and containers without a kind. */
  plain: Hue;
  /** Ways that are closed. */
  blocked: string;
  /** What becomes of it cannot be told. */
  doubtful: Hue;
  states: Readonly<Record<StateWord, Hue>>;
}

const hues = (...pairs: Array<readonly [fill: string, edge: string]>): Hue[] =>
  pairs.map(([fill, edge]) => ({ fill, edge }));

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    ...{ ground: '#ffffff', containers: ['#ffffff', '#f6f7f9'], box: '#ffffff', border: '#b6bcc6' },
    ...{ text: '#1f2937', quiet: '#4b5361', line: '#5b6472' },
    hues: hues(
      ['#dce9f7', '#2f6db5'],
      ['#fce8d5', '#b45f12'],
      ['#e2f0d9', '#4c8a2b'],
      ['#f6e1ec', '#b0457f'],
      ['#fff4cc', '#8f7000'],
      ['#e4dff0', '#6b55a5'],
      ['#d9f0ef', '#1f7f7a'],
      ['#ece6e0', '#7d6650'],
      ['#e7e9ed', '#5b6472'],
      ['#fbddda', '#c0392b'],
      ['#e9f2c9', '#66761a'],
      ['#d3def0', '#3c5fa8'],
    ),
    plain: { fill: '#eef0f3', edge: '#7b8494' },
    blocked: '#b3261e',
    doubtful: { fill: '#f1f2f4', edge: '#4b5361' },
    states: {
      concerned: { fill: '#e7e9ed', edge: '#5b6472' },
      at_risk: { fill: '#e9e2f8', edge: '#6a4bb8' },
      degraded: { fill: '#fff0c2', edge: '#8f7000' },
      down: { fill: '#fbd3cf', edge: '#b3261e' },
    },
  },
  dark: {
    ...{ ground: '#14181f', containers: ['#181d25', '#1f2630'], box: '#262e3a', border: '#4a5464' },
    ...{ text: '#eef1f5', quiet: '#c0c8d4', line: '#98a3b3' },
    hues: hues(
      ['#223f5e', '#7fb2ea'],
      ['#573817', '#efa564'],
      ['#2c4a20', '#97cf77'],
      ['#542942', '#e392bf'],
      ['#4a3f10', '#dfc14a'],
      ['#3b3160', '#b3a1e6'],
      ['#164745', '#6fcac5'],
      ['#453a2f', '#c8ad93'],
      ['#363d48', '#aab3c1'],
      ['#5a2722', '#f0938a'],
      ['#3d4615', '#c1d265'],
      ['#293c63', '#93b0ec'],
    ),
    plain: { fill: '#2b323d', edge: '#8a94a4' },
    blocked: '#ff9a90',
    doubtful: { fill: '#2b323d', edge: '#c0c8d4' },
    states: {
      concerned: { fill: '#363d48', edge: '#aab3c1' },
      at_risk: { fill: '#3a2f5e', edge: '#b9a3f5' },
      degraded: { fill: '#4f4210', edge: '#e6c440' },
      down: { fill: '#652520', edge: '#ff9a90' },
    },
  },
};

/** The colours of a box. */
export const hueOf = ({ hues, plain }: Palette, hue: number): Hue => hues[hue] ?? plain;
