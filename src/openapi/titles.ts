/** The wording of the document: titles of resources as their entity files say, and names that make good methods. */
import { singular, withinSentence } from '../core/text/naming.js';
import type { ResourceModel } from '../engine/index.js';

/** Names for methods and types that do not follow from the path: one object, several. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  'macro-processuses': ['MacroProcess', 'MacroProcesses'],
  dnsservers: ['DnsServer', 'DnsServers'],
};

/** `application-blocks` → `Application blocks`. */
export const titleOf = ({ titles }: Pick<ResourceModel, 'titles'>): string => titles.en[1];

/** The name of a resource in methods and types: `ApplicationBlock`, `ApplicationBlocks`. */
export function namesOf({ path }: Pick<ResourceModel, 'path'>): { one: string; many: string } {
  const [one, many] = NAMES[path] ?? [pascal(singular(path)), pascal(path)];
  return { one, many };
}

const pascal = (path: string): string =>
  path.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());

/** `logical-servers` → `a logical server`, as it stands within a sentence. */
export function aPhrase(resource: Pick<ResourceModel, 'titles'>): string {
  const one = phraseOf(resource);
  return `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`;
}

/** `logical-servers` → `logical server`; words in capitals stay. */
export const phraseOf = ({ titles }: Pick<ResourceModel, 'titles'>): string => withinSentence(titles.en[0]);
