/** Perimeters to tick by their names: those to which a role or a token is kept. */
import type { VNode } from 'preact';
import { reachable, type MapOfKinds } from '../api/map.js';
import { useId } from 'preact/hooks';
import { useAnswer } from '../api/use-answer.js';
import { t } from '../i18n/index.js';

interface Perimeter {
  id: number;
  name: string;
}

/** None where the reader may not list them. */
function usePerimeters(map: MapOfKinds): readonly Perimeter[] {
  const { answer } = useAnswer(reachable(map, 'perimeters') ? '/api/perimeters?fields=name&sort=name' : null);
  return answer && 'status' in answer && answer.status < 400 ? (answer.body as Perimeter[]) : [];
}

interface PerimeterChoiceOptions {
  map: MapOfKinds;
  label: string;
  hint: string;
  chosen: ReadonlySet<number>;
  /** They are told, and not changed. */
  isFixed?: boolean;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** Nothing where there are none, or the reader may not list them. */
export function PerimeterChoice(options: PerimeterChoiceOptions): VNode | null {
  const { map, label, hint, chosen, isFixed = false, onChange } = options;
  const all = usePerimeters(map);
  const shown = isFixed ? all.filter(({ id }) => chosen.has(id)) : all;
  if (!shown.length) return null;
  return (
    <fieldset class="admin-field">
      <legend>{label}</legend>
      <p class="admin-hint">{hint}</p>
      {shown.map(({ id, name }) => (
        <label class="admin-right" key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            disabled={isFixed}
            onChange={() =>
              onChange(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
            }
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface HomeChoiceOptions {
  map: MapOfKinds;
  chosen: number;
  isFixed: boolean;
  onChange: (chosen: number) => void;
}

/** The perimeter in which a role gives its rights, where each role has one. */
export function HomeChoice({ map, chosen, isFixed, onChange }: HomeChoiceOptions): VNode | null {
  const id = useId();
  const all = usePerimeters(map);
  if (!all.length) return null;
  return (
    <div class="admin-form">
      <div class="admin-field">
        <label for={id}>{t('perimeters.home')}</label>
        <p class="admin-hint">{t('perimeters.home.about')}</p>
        <select
          id={id}
          value={chosen}
          disabled={isFixed}
          onChange={({ currentTarget: { value } }) => onChange(Number(value))}
        >
          {all.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
