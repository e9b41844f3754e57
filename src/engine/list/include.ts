/** Related objects that an answer embeds: which ones a client asks for (contract 5). */
import { snake } from '../../core/text/naming.js';
import type { Language } from './language.js';
import { badParameter, unknownName } from './refusals.js';
import type { Relation, Target } from '../relations.js';

/** One relation to be embedded, with what is embedded in its objects. */
export interface Include {
  relation: Relation;
  /** The member that holds it. */
  as: string;
  wants: 'objects' | 'count' | 'exists';
  within: Include[];
  /** The way to it, as it was asked for. */
  path: string;
}

/** The objects of an include are shown without a right on them: a few columns, and nothing that is embedded in them. */
export const isOpen = ({ relation, wants, within }: Include): boolean =>
  relation.link?.openColumns !== undefined && wants === 'objects' && !within.length;

const MAX_INCLUDE_DEPTH = 3;
const MAX_INCLUDES = 50;

/**
 * The tree of includes of `include=a,b.c,dCount`.
 * @param tolerant leaves out names that there are not, as single reads do; otherwise they are 400
 */
export function readIncludes(sent: unknown, target: Target, language: Language, tolerant: boolean): Include[] {
  const tree: Include[] = [];
  for (const path of pathsOf(sent, tolerant)) {
    try {
      addPath(path.split('.'), path, target, language, tree);
    } catch (error) {
      if (!tolerant) throw error;
    }
  }
  return tree;
}

function pathsOf(sent: unknown, tolerant: boolean): string[] {
  if (sent === undefined) return [];
  const parts = Array.isArray(sent) ? sent : [sent];
  if (!parts.every((part) => typeof part === 'string')) {
    if (tolerant) return [];
    throw badParameter('include', 'wantsNames');
  }
  const paths = (parts as string[]).flatMap((part) => part.split(',')).map((path) => path.trim());
  const named = [...new Set(paths.filter(Boolean))];
  if (named.length > MAX_INCLUDES) {
    if (tolerant) return named.slice(0, MAX_INCLUDES);
    throw badParameter('include', 'wantsList', { max: MAX_INCLUDES });
  }
  return named;
}

/** Adds one path to the tree; a step that is there already is reused. */
function addPath(steps: string[], path: string, target: Target, language: Language, tree: Include[]): void {
  if (steps.length > MAX_INCLUDE_DEPTH) throw badParameter('include', 'tooDeep', { max: MAX_INCLUDE_DEPTH });
  let [level, at] = [tree, target];
  const found: Array<[Include[], Include]> = [];
  for (const [i, step] of steps.entries()) {
    const include = read(step, path, at, language, steps.slice(0, i + 1).join('.'));
    if (include.wants !== 'objects' && i < steps.length - 1) throw unknown(path, step, at, language);
    const known = level.find(({ as }) => as === include.as) ?? include;
    found.push([level, known]);
    [level, at] = [known.within, known.relation.target];
  }
  for (const [siblings, include] of found) if (!siblings.includes(include)) siblings.push(include);
}

function read(step: string, asked: string, target: Target, language: Language, path: string): Include {
  const relations = language.relationsOf(target);
  const relation = relations?.find(step) ?? relations?.findPolymorphic(step);
  if (relation) return { relation, as: snake(step), wants: 'objects', within: [], path };
  const [, base, suffix] = /^(.+?)_?(Count|Exists|count|exists)$/.exec(step) ?? [];
  const counted = base && relations?.find(base);
  if (!counted) throw unknown(asked, step, target, language);
  const wants = suffix!.toLowerCase() as 'count' | 'exists';
  return { relation: counted, as: `${snake(base)}_${wants}`, wants, within: [], path };
}

function unknown(path: string, step: string, target: Target, language: Language): Error {
  const relations = language.relationsOf(target);
  const names = [...(relations?.all ?? []), ...(relations?.polymorphic ?? [])].map(({ name }) => name);
  return unknownName('relation', `include=${path}`, step, names);
}
