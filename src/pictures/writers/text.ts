/** Writes a picture as text: an outline of what stands in what, and its lines as sentences. The text alternative of a picture. */
import type { Scene } from '../scene/scene.js';

/** The outline of a scene; every line ends with a line feed. */
export function outline({ boxes, lines, title, about, kinds, linesHeading, foot }: Scene): string {
  const depths: number[] = [];
  const rows = [title, about, ''];
  for (const { parent, label, second, whole = second, kind, folded, aria, state, doubtful } of boxes) {
    const depth = parent === -1 ? 0 : depths[parent]! + 1;
    depths.push(depth);
    const named = kind && folded !== 'group' ? `${kinds[kind]} ${label}` : label;
    if (state || doubtful) {
      rows.push(`- ${aria}`);
      continue;
    }
    rows.push(`${'  '.repeat(depth)}- ${named}${whole ? ` (${whole})` : ''}`);
  }
  if (lines.length) rows.push('', linesHeading, ...lines.map(({ sentence }) => `- ${sentence}.`));
  if (foot) rows.push('', foot);
  return `${rows.join('\n')}\n`;
}
