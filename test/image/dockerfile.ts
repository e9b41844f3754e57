/** The Dockerfile, read stage by stage, and what .dockerignore lets through. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(__dirname, '../..');

export interface Instruction {
  name: string;
  text: string;
}

export interface Stage {
  /** The name, or the place where there is none. */
  name: string;
  base: string;
  instructions: Instruction[];
}

/** The stages in their order; lines that are continued are joined. */
export function stagesOf(path = 'Dockerfile'): Stage[] {
  const stages: Stage[] = [];
  const lines = readFileSync(join(PROJECT, path), 'utf8').replace(/^\s*#.*\n/gm, '');
  for (const line of lines
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)) {
    const [, name, text] = /^([A-Z]+)\s+(.*)$/.exec(line)!;
    const from = name === 'FROM' && /^(\S+)(?: AS (\S+))?$/.exec(text!);
    if (from) stages.push({ base: from[1]!, name: from[2] ?? String(stages.length), instructions: [] });
    else stages.at(-1)!.instructions.push({ name: name!, text: text! });
  }
  return stages;
}

/** The texts of the instructions with a name. */
export const textsOf = ({ instructions }: Stage, name: string): string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);

/** The last text of an instruction, as the list that it is. */
export const listOf = (stage: Stage, name: string): string[] => JSON.parse(textsOf(stage, name).at(-1)!) as string[];

/** What ENV sets. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** Whether a path of the project reaches the builder: the last pattern that speaks of it, or of a folder above, decides. */
export function isSent(path: string): boolean {
  let sent = true;
  for (const line of readFileSync(join(PROJECT, '.dockerignore'), 'utf8').split('\n')) {
    const pattern = line.replace(/^!/, '').replace(/\/$/, '');
    if (!pattern || line.startsWith('#')) continue;
    const isMatch = pattern === '*' || path === pattern || path.startsWith(`${pattern}/`);
    if (isMatch) sent = line.startsWith('!');
  }
  return sent;
}
