/** What a letter says to its reader: of what they may list at the moment at which it is written (checks 6). */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { can, type Caller } from '../../core/http/caller.js';
import { languageOf, type Language } from '../../core/i18n/messages.js';
import { dayAfter } from '../../core/text/moments.js';
import type { FindingAnswer } from '../findings/answers.js';
import { EndDays, isEnd, sentenceOf } from '../findings/end-days.js';
import { Findings, type SomeFindings } from '../findings/findings.service.js';
import { dayInWords } from '../sentences/index.js';
import { SEVERITIES } from '../severity.js';
import { WatchedChanges, type Watch, type WatchedChange } from './watched.js';
import { LETTER_WORDS, type LetterWords } from './words.js';
import type { Letter, LetterLine, LetterPart } from './write-letter.js';

/** How often letters come. */
export type Every = 'daily' | 'weekly';

/** What the last letter said. */
export interface LastLetter {
  every: Every;
  /** Up to which moment things were said, as stored. */
  seenAt: string;
  /** Where in the feed. */
  place: string | null;
  /** There was no letter yet. */
  isFirst: boolean;
}

/** Lines of each part, and end days that are looked at. */
const [MAX_LINES, MAX_ENDS] = [20, 1000];
/** Days ahead in which ends are near. */
const NEAR = 30;

@Injectable()
export class Digest {
  constructor(
    private readonly findings: Findings,
    private readonly endDays: EndDays,
    private readonly watched: WatchedChanges,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /**
   * The letter for a reader; undefined where there is nothing new to say. With the place in the feed up to which it speaks.
   * @param now up to which moment it speaks, as stored
   */
  async of(
    last: LastLetter,
    now: string,
    watches: readonly Watch[],
    caller: Caller,
  ): Promise<{ letter: Letter | undefined; place: string | null }> {
    const language = languageOf(undefined, caller.language);
    const words = LETTER_WORDS[language];
    const mayRead = can(caller, 'finding_access');
    const nothing: SomeFindings = { total: 0, findings: [] };
    const context = { caller, language };
    const fresh = mayRead ? await this.findings.openedBetween(last.seenAt, now, context, MAX_LINES) : nothing;
    const gone = mayRead ? await this.findings.goneBetween(last.seenAt, now, context, MAX_LINES) : nothing;
    const ended = mayRead ? await this.findings.ended(context, MAX_LINES) : nothing;
    const ends = await this.endDays.between(['today', `${NEAR}d`], isEnd, caller, MAX_ENDS);
    const { changes, slow, place } = await this.watched.since(last.place, watches, caller, language);
    // What ended soon in the last letter is said again only beside what is new.
    const known = dayAfter(last.seenAt.slice(0, 10), { amount: NEAR, unit: 'd' })!;
    const near = ends.filter(({ day }) => last.isFirst || day > known);
    const changed = [...changes.values()].reduce((sum, some) => sum + some.length, 0);
    const heads = [
      ...(fresh.total ? [words.newOnes(fresh.total)] : []),
      ...(near.length ? [words.ending(near.length)] : []),
      ...(gone.total ? [words.goneOnes(gone.total)] : []),
      ...(changed ? [words.watched(changed)] : []),
      ...(slow.length ? [words.slow(slow.length)] : []),
    ];
    if (!heads.length) return { letter: undefined, place };
    const parts: LetterPart[] = [
      part(words.headings.new, fresh.findings.map(this.finding(words, true)), fresh.total, words),
      part(
        words.headings.ends,
        [
          // What ended and nobody accepted is told for as long as it is open.
          ...ended.findings.map((one): LetterLine => ({
            ...this.finding(words, true)(one),
            ...(one.day !== null && { note: dayInWords(one.day, language) }),
          })),
          ...ends.map((one): LetterLine => ({
            note: dayInWords(one.day, language),
            text: sentenceOf(one, language),
            href: this.address(one.resource.path, one.id),
          })),
        ],
        ended.total + ends.length,
        words,
      ),
      part(words.headings.gone, gone.findings.map(this.finding(words, false)), gone.total, words),
      ...[...changes].map(([watch, some]) => this.watch(watch, some, language)),
      ...slow.map(({ name, href }) =>
        part(
          `${words.headings.watched} · ${name}`,
          [{ text: words.tooSlow, href: `${this.config.publicUrl}${href}` }],
          1,
          words,
        ),
      ),
    ].filter(({ lines }) => lines.length);
    const base = this.config.publicUrl!;
    const letter = {
      ...{ language, subject: words.subject(heads), parts, why: words.why(last.every) },
      link: { text: words.all(mayRead ? await this.urgent(caller) : 0), href: `${base}/checks` },
      settings: { text: words.settings, href: `${base}/account` },
    };
    return { letter, place };
  }

  /** How many that are critical or high the reader sees open. */
  private async urgent(caller: Caller): Promise<number> {
    const sums = await this.findings.summary('severity', caller);
    return sums.reduce((sum, { by, open }) => sum + (by === 'critical' || by === 'high' ? open : 0), 0);
  }

  private readonly finding =
    (words: LetterWords, isOpen: boolean) =>
    ({ severity, type, object_id: id, name, title, message, advice }: FindingAnswer): LetterLine => ({
      ...(isOpen && { note: words.severities[SEVERITIES.indexOf(severity)]! }),
      text: `${name ?? `#${id}`} · ${title}`,
      href: this.address(type, id),
      // What it is, and what to do about it.
      ...(isOpen && { beside: [message === title ? '' : message, advice].filter(Boolean).join(' ') }),
    });

  private watch({ name, href }: Watch, changes: readonly WatchedChange[], language: Language): LetterPart {
    const words = LETTER_WORDS[language];
    const lines = changes.map(({ resource, id, name: object, action, fields }): LetterLine => {
      const kind = resource.titles[language][0];
      return {
        text: `${object ?? `#${id}`} (${kind}) · ${words.actions[action]}${fields.length ? `${words.colon}${fields.join(', ')}` : ''}`,
        href: action === 'deleted' ? `${this.config.publicUrl}${href}` : this.address(resource.path, id),
      };
    });
    return part(`${words.headings.watched} · ${name}`, lines, changes.length, words);
  }

  private address(path: string, id: number): string {
    return `${this.config.publicUrl}/objects/${path}/${id}`;
  }
}

const part = (heading: string, lines: readonly LetterLine[], total: number, words: LetterWords): LetterPart => {
  const first = lines.slice(0, MAX_LINES);
  return { heading, lines: first, ...(total > first.length && { more: words.others(total - first.length) }) };
};
