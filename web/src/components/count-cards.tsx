/** What a piece of work does, in numbers: a card for each. */
import type { VNode } from 'preact';
import { locale } from '../i18n/index.js';

export interface CountCard {
  title: string;
  count: number;
  /** How a count that is not 0 is to be taken. */
  tone?: 'good' | 'bad' | 'accent' | undefined;
}

export function CountCards({ counts }: { counts: readonly CountCard[] }): VNode {
  return (
    <dl class="count-cards">
      {counts.map(({ title, count, tone }) => (
        <div key={title} class={count ? tone : undefined}>
          <dt>{title}</dt>
          <dd>{count.toLocaleString(locale())}</dd>
        </div>
      ))}
    </dl>
  );
}
