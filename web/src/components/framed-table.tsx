/** A table in a frame that scrolls by itself and that the keyboard reaches. */
import type { ComponentChildren, VNode } from 'preact';

interface FramedTableOptions {
  label: string;
  /** What stands above the columns; what is false is left out. */
  heads: ReadonlyArray<string | false>;
  /** What the buttons of a last column do, for those who do not see what it is about. */
  action?: string | false;
  /** Classes of the table, and of its frame. */
  table?: string;
  frame?: string;
  /** The language of the texts, where it is not that of the page. */
  lang?: string;
  /** The rows. */
  children: ComponentChildren;
}

export function FramedTable(options: FramedTableOptions): VNode {
  const { label, heads, action, table = 'objects', frame = '', lang, children } = options;
  return (
    <div class={`table-frame ${frame}`.trimEnd()} tabIndex={0} role="region" aria-label={label}>
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
    </div>
  );
}
