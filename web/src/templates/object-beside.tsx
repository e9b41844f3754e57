/** What stands in a template: the first object of its list with all that it holds, or the first row of each sheet. */
import type { VNode } from 'preact';
import { Json } from '../components/json.js';
import { t } from '../i18n/index.js';
import type { Listed } from './source.js';
import { useTried } from './tried.js';

/** Templates that make JSON of it: so it holds just what others see. */
const OBJECT = '{{ objects | first | json }}';
const SHEETS =
  '[{% for s in sheets %}{% unless forloop.first %},{% endunless %}' +
  '{"name":{{ s.name | json }},"row":{{ s.rows | first | json }}}{% endfor %}]';

/** The first object, or the first row of each sheet; undefined where there is none, and until it is read. */
export function useFirst(listed: Listed): { value: unknown; isRead: boolean } {
  const tried = useTried({ ...listed, body: listed.type === null ? SHEETS : OBJECT });
  return { value: tried && 'text' in tried ? parsed(tried.text) : undefined, isRead: tried !== null };
}

export function ObjectBeside({ listed }: { listed: Listed }): VNode {
  const title = t(listed.type === null ? 'templates.row' : 'templates.object');
  const { value, isRead } = useFirst(listed);
  return (
    <details class="template-object" open>
      <summary>{title}</summary>
      {value === undefined || value === null ? (
        <p class="faint">{isRead ? t('templates.object.none') : t('answer.reading')}</p>
      ) : (
        <Json value={value} label={title} />
      )}
    </details>
  );
}

/** Undefined where it is longer than what is read of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
