/** The way between the parts of a place: links beside each other, of which one is open. */
import type { VNode } from 'preact';

export interface PartLink {
  href: string;
  title: string;
  /** `page`: it is what is shown; `true`: what is shown lies within it. */
  current?: 'page' | 'true';
}

/** Nothing where there is nowhere else to go. */
export function Parts({ label, parts }: { label: string; parts: readonly PartLink[] }): VNode | null {
  if (parts.length < 2) return null;
  return (
    <nav class="parts" aria-label={label}>
      {parts.map(({ href, title, current }) => (
        <a key={href} href={href} aria-current={current}>
          {title}
        </a>
      ))}
    </nav>
  );
}
