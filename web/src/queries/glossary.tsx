/** The names of a query in the words of people: what each kind, column and link in its text is called, and what its codes mean. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said, type Phrase } from '../i18n/titles.js';
import { glossaryOf } from './headings.js';

/** The names that stand in the text. */
export function Glossary({ text, kinds }: { text: string; kinds: ReadonlyMap<string, Kind> }): VNode | null {
  const entries = glossaryOf(text, kinds);
  if (!entries.length) return null;
  return (
    <section class="glossary" aria-labelledby="query-glossary">
      <h2 id="query-glossary">{t('queries.glossary')}</h2>
      <dl>
        {entries.map(({ name, words, codes }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Words words={words} />
              {codes && <small class="faint">{codes.map((one) => `${one.code} = ${said(one).text}`).join(', ')}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Words along a path. */
export const Words = ({ words }: { words: readonly Phrase[] }): VNode => (
  <>
    {words.map((word, i) => (
      <>
        {i > 0 && ' › '}
        <Titled said={word} />
      </>
    ))}
  </>
);
