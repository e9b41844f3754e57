/** Cleans the texts of many items beforehand, in a thread: while it is done others are served. */
import { cleanInThread } from '../../core/text/cleaner.js';
import { excess } from '../../engine/index.js';
import type { Item } from '../document/model.js';
import type { Kind } from './kinds.js';

/** Characters of texts with markup that are cleaned on the way, which takes a moment at most. */
const MAX_INLINE_CHARS = 65_536;

/** Texts that were cleaned, by what they were. */
export class CleanedTexts {
  private readonly rich = new Map<string, string>();

  /** The rich text as it is stored; undefined where it was not cleaned, as no other text is. */
  get(isRich: boolean, said: unknown): string | undefined {
    return isRich && isMarked(said) ? this.rich.get(said) : undefined;
  }

  /** Cleans what these items say, if it is much. */
  async clean(items: ReadonlyArray<readonly [Kind, Item]>): Promise<void> {
    if (!isMuch(items)) return;
    const texts: string[] = [];
    const takers: Array<(clean: string) => void> = [];
    for (const [kind, { set, initial }] of items) {
      for (const [name, value] of [...Object.entries(set), ...Object.entries(initial ?? {})]) {
        const meaning = isMarked(value) ? kind.meaningOf(name) : undefined;
        if (meaning?.is !== 'field' || meaning.field.kind !== 'html') continue;
        if (meaning.field.hidden || excess(value as string, meaning.field)) continue;
        texts.push((value as string).trim());
        takers.push((clean) => this.rich.set(value as string, clean));
      }
    }
    (await cleanInThread(texts)).forEach((clean, i) => takers[i]!(clean));
  }
}

function isMuch(items: ReadonlyArray<readonly [Kind, Item]>): boolean {
  let characters = 0;
  for (const [, { set, initial }] of items) {
    for (const said of [set, initial]) {
      for (const name in said) {
        const value = said[name];
        if (isMarked(value)) characters += value.length;
      }
    }
  }
  return characters > MAX_INLINE_CHARS;
}

export const NONE_CLEANED = new CleanedTexts();

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.includes('<');
