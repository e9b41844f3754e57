/** What a perimeter holds as it is stored: how many of each kind, the first of them, and why an object is in it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { findObjects, type FoundObject } from '../../api/find.js';
import { unnamed, type MapOfKinds } from '../../api/map.js';
import { Wanted } from '../../api/names.js';
import { send } from '../../api/send.js';
import { useAnswer } from '../../api/use-answer.js';
import { useNames } from '../../api/use-names.js';
import { Answered } from '../../components/answered.js';
import { ObjectLink } from '../../components/object-link.js';
import { Picker } from '../../components/picker.js';
import { Problem } from '../../components/problem.js';
import { locale, t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import type { Root, Rule } from './perimeter.js';

interface Counted {
  resource: string;
  count: number;
  objects?: ReadonlyArray<{ id: number; name: string | null }>;
}

interface PreviewOptions {
  map: MapOfKinds;
  /** The perimeter. */
  id: number;
  roots: readonly Root[];
  rules: readonly Rule[];
}

export function Preview(options: PreviewOptions): VNode {
  const { map, id } = options;
  const { answer, again } = useAnswer(`/api/perimeters/${id}/objects`);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section aria-labelledby="perimeter-preview">
      <h2 id="perimeter-preview">{t('perimeters.holds')}</h2>
      <Answered<Counted[]> answer={answer} again={again}>
        {(counted) =>
          counted.length === 0 ? (
            <p>{t('perimeters.holds.nothing')}</p>
          ) : (
            <ul class="perimeter-counts">
              {counted.map(({ resource, count }) => (
                <li key={resource}>
                  <button
                    class="small-button"
                    type="button"
                    aria-expanded={open === resource}
                    onClick={() => setOpen(open === resource ? null : resource)}
                  >
                    {said(map.kinds.get(resource)?.titles ?? { en: resource }).text}{' '}
                    <span class="faint">{count.toLocaleString(locale())}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      {open !== null && <Objects key={open} map={map} id={id} resource={open} />}
      <Check {...options} />
    </section>
  );
}

/** The first objects of a kind. */
function Objects({ map, id, resource }: { map: MapOfKinds; id: number; resource: string }): VNode {
  const { answer, again } = useAnswer(`/api/perimeters/${id}/objects?resource=${resource}`);
  return (
    <Answered<Counted[]> answer={answer} again={again}>
      {([counted]) => {
        const { objects = [], count = 0 } = counted ?? {};
        return (
          <ul
            class="admin-names perimeter-objects"
            aria-label={said(map.kinds.get(resource)?.titles ?? { en: resource }).text}
          >
            {objects.map((one) => (
              <li key={one.id}>
                <ObjectLink map={map} kind={resource} id={one.id}>
                  {one.name ?? `#${one.id}`}
                </ObjectLink>
              </li>
            ))}
            {count > objects.length && <li>{t('table.more', { count: count - objects.length })}</li>}
          </ul>
        );
      }}
    </Answered>
  );
}

interface Reasons {
  inside: boolean;
  roots: ReadonlyArray<Root & { root: number }>;
  rules: ReadonlyArray<Rule & { rule: number }>;
}

/** Whether an object is in it, and which place or rule says so. */
function Check({ map, id, roots }: PreviewOptions): VNode {
  const [checked, setSaid] = useState<{ object: FoundObject; reasons: Reasons } | null>(null);
  const [problem, setProblem] = useState<VNode | null>(null);
  const wanted = new Wanted();
  for (const root of roots) wanted.want(root.resource, root.id);
  const names = useNames(map, wanted, true);
  const check = async (object: FoundObject): Promise<void> => {
    setProblem(null);
    const body = { resource: object.kind, id: object.id };
    const answer = await send({ method: 'POST', path: `/api/perimeters/${id}/check`, body }).catch(() => null);
    if (answer && answer.status < 400) setSaid({ object, reasons: answer.body as Reasons });
    else setProblem(<Problem status={answer?.status ?? 503} body={answer?.body ?? { message: t('server.away') }} />);
  };
  const kindOf = (path: string): string => said(map.kinds.get(path)?.titles ?? { en: path }).text;
  return (
    <div class="perimeter-check">
      <h3>{t('perimeters.check')}</h3>
      <Picker<FoundObject>
        label={t('perimeters.check.object')}
        placeholder={t('perimeters.check.object')}
        find={(text, signal) => findObjects(map, text, { signal })}
        onPick={(object) => void check(object)}
      />
      {problem}
      <div role="status">
        {checked && (
          <>
            <p>
              <strong>
                {t(checked.reasons.inside ? 'perimeters.check.inside' : 'perimeters.check.outside', {
                  name: checked.object.name,
                })}
              </strong>
            </p>
            <ul>
              {checked.reasons.roots.map((root) => (
                <li key={`root ${root.root}`}>
                  {t('perimeters.check.root', {
                    name: names.get(root.resource)?.get(root.id) ?? unnamed(map, root.resource, root.id),
                  })}
                </li>
              ))}
              {checked.reasons.rules.map((rule) => (
                <li key={`rule ${rule.rule}`}>
                  {t('perimeters.check.rule', { number: rule.rule + 1, kind: kindOf(rule.resource) })}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
