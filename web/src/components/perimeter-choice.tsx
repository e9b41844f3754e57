/** Perimeters to tick by their names: those to which a role or a token is kept. */
import type { VNode } from 'preact';
import { reachable, type MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';

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
  const { answer } = useAnswer(reachable(map, 'perimeters') ? '/api/perimeters?fields=name&sort=name' : null);
  const all =
    answer && 'status' in answer && answer.status < 400 ? (answer.body as Array<{ id: number; name: string }>) : [];
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
