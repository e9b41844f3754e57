/** A table in a frame that scrolls by itself, that the keyboard reaches, and that shows where there is more of it. */
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';

interface TableFrameOptions {
  label: string;
  /** A class beside its own. */
  frame?: string;
  /** The table. */
  children: ComponentChildren;
}

/** The frame around a table. */
export function TableFrame({ label, frame = '', children }: TableFrameOptions): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [hasMore, setMore] = useState(false);
  const look = ({ scrollWidth, scrollLeft, clientWidth }: HTMLElement): void =>
    setMore(scrollWidth - scrollLeft - clientWidth > 1);
  useLayoutEffect(() => {
    const shown = box.current!;
    const sizes = new ResizeObserver(() => look(shown));
    sizes.observe(shown);
    sizes.observe(shown.firstElementChild!);
    return () => sizes.disconnect();
  }, []);
  const classes = ['table-frame', frame, hasMore && 'has-more'].filter(Boolean).join(' ');
  return (
    <div
      class={classes}
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={({ currentTarget }) => look(currentTarget)}
    >
      {children}
    </div>
  );
}

interface FramedTableOptions extends Omit<TableFrameOptions, 'children'> {
  /** What stands above the columns; what is false is left out. */
  heads: ReadonlyArray<string | false>;
  /** What the buttons of a last column do, for those who do not see what it is about. */
  action?: string | false;
  /** Classes of the table. */
  table?: string;
  /** The language of the texts, where it is not that of the page. */
  lang?: string;
  /** The rows. */
  children: ComponentChildren;
}

/** What `data-head` of a cell says before it where the table has the class `as-cards`, and the screen is narrow. */
export const headed = (head: string): string => head + t('colon');

/** A table of rows below headings, in its frame. */
export function FramedTable(options: FramedTableOptions): VNode {
  const { label, frame = '', heads, action, table = 'objects', lang, children } = options;
  return (
    <TableFrame label={label} frame={frame}>
      <table class={table} lang={lang}>
        <thead>
          <tr>
            {heads.map((head) => head !== false && <th scope="col">{head}</th>)}
            {action && (
              <th scope="col" class="row-action">
                <span class="visually-hidden">{action}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  );
}
