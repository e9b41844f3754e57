/** Small rows that an object has, as a little table. */
import type { ComponentType, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Titled } from '../../components/text.js';
import { t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import type { RowDraft } from '../../api/drafts.js';
import type { ControlOptions } from './options.js';

interface RowsOptions extends ControlOptions {
  draft: readonly RowDraft[];
  /** What a cell is filled in with. */
  Cell: ComponentType<ControlOptions>;
}

export function RowsControl({ context, field, draft, onChange, id, describedBy, Cell }: RowsOptions): VNode {
  const columns = field.rows ?? [];
  const box = useRef<HTMLDivElement>(null);
  const empty = (): RowDraft => Object.fromEntries(columns.map(({ name }) => [name, '']));
  const focusLater = (selector: string): void =>
    void requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  return (
    <div ref={box} class="own-rows" aria-describedby={describedBy}>
      {draft.length > 0 && (
        <table>
          <thead>
            <tr>
              {columns.map(({ titles }) => (
                <th scope="col">
                  <Titled said={said(titles)} />
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {draft.map((row, at) => (
              <tr>
                {columns.map((column) => (
                  <td>
                    <Cell
                      {...{ context, field: column, describedBy: undefined, invalid: false, isBare: true }}
                      draft={row[column.name] ?? ''}
                      id={`${id}-${at}-${column.name}`}
                      label={`${said(column.titles).text} ${at + 1}`}
                      onChange={(next) =>
                        onChange(draft.map((one, i) => (i === at ? { ...one, [column.name]: next as string } : one)))
                      }
                    />
                  </td>
                ))}
                <td>
                  <button
                    class="icon-button"
                    type="button"
                    aria-label={t('form.rows.remove', { number: at + 1 })}
                    onClick={() => {
                      onChange(draft.filter((_, i) => i !== at));
                      focusLater('.rows-add');
                    }}
                  >
                    ×
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <button
        class="small-button rows-add"
        type="button"
        onClick={() => {
          onChange([...draft, empty()]);
          focusLater('tbody tr:last-child :is(input, select, textarea)');
        }}
      >
        {t('form.rows.add')}
      </button>
    </div>
  );
}
