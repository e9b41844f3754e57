/** The end of a form of the administration. */
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { tell } from '../app/notice.js';
import { go } from '../app/router.js';
import type { FieldTitles } from '../components/sentences.js';
import { ConfirmButton, Question, Refused, type Writing } from '../components/writing.js';
import { t } from '../i18n/index.js';
import { may } from './roles-of-map.js';

interface FormEndOptions {
  map: MapOfKinds;
  /** The kind of the configuration, by its path. */
  path: 'users' | 'roles' | 'perimeters';
  /** The id of the form, where its end stands outside of it. */
  form?: string;
  /** A deleted one can be brought back. */
  isKept?: boolean;
  /** What is changed; absent for a new one. */
  stored: { id: number; name: string; tag: string | null } | undefined;
  writing: Writing;
  /** What the form calls its fields, and those that show their sentences themselves. */
  titles: FieldTitles;
  shown: readonly string[];
  /** Nothing of it can be changed. */
  isFixed: boolean;
  isChanged: boolean;
  /** What the button says that makes a new one, and what is asked before one is deleted. */
  make: string;
  question: string;
  mayDelete?: boolean;
  /** What is asked before it is stored, while it is asked. */
  asked?: false | { question: string; onClose: () => void; onConfirm: () => void };
  /** What is told beside the button. */
  children?: ComponentChildren;
  again: () => void;
}

/** The end of a form: why it was refused, and its buttons. A deleted one can be brought back from the list that comes then. */
export function FormEnd(options: FormEndOptions): VNode {
  const {
    map,
    path,
    stored,
    writing,
    titles,
    shown,
    isFixed,
    isChanged,
    mayDelete = true,
    isKept = true,
    asked = false,
    again,
  } = options;
  const save = useRef<HTMLButtonElement>(null);
  const label = stored ? t('admin.save') : options.make;
  const remove = async ({ id, name, tag }: NonNullable<typeof stored>): Promise<void> => {
    const own = `/api/${path}/${id}`;
    if (!(await writing.write({ method: 'DELETE', path: own, ...(tag && { ifMatch: tag }) }))) return;
    const undo = {
      path: `${own}/restore`,
      sentence: t('admin.restored', { name }),
      to: `/admin/${path}/${id}`,
      titles,
    };
    tell(t('form.deleted', { name }), `/admin/${path}`, isKept && may(map, 'edit', path) ? undo : undefined);
    go(`/admin/${path}`, { unasked: true });
  };
  return (
    <>
      <Refused writing={writing} titles={titles} shown={shown}>
        {(status) =>
          status === 412 && (
            <button
              class="quiet"
              type="button"
              onClick={() => {
                writing.forget();
                again();
              }}
            >
              {t('admin.read-again')}
            </button>
          )
        }
      </Refused>
      {!isFixed && (
        <div class="admin-end">
          {asked ? (
            <Question
              {...asked}
              label={label}
              onClose={() => {
                asked.onClose();
                // The button is there again once this is drawn.
                setTimeout(() => save.current?.focus());
              }}
            />
          ) : (
            <button
              class="primary"
              type="submit"
              ref={save}
              form={options.form}
              disabled={writing.isBusy || !isChanged}
            >
              {label}
            </button>
          )}
          {options.children}
          {stored && mayDelete && may(map, 'delete', path) && (
            <ConfirmButton
              label={t('admin.delete')}
              about={t('admin.delete.of', { name: stored.name })}
              question={options.question}
              isBusy={writing.isBusy}
              onConfirm={() => void remove(stored)}
            />
          )}
        </div>
      )}
    </>
  );
}
