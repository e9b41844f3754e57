/** Kinds of objects to choose from, by view, for a `select`. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { said } from '../i18n/titles.js';

interface KindOptionsOptions {
  map: MapOfKinds;
  /** Whether a kind is offered; all of them where this is left out. */
  isOffered?: (kind: Kind) => boolean;
  /** What stands for it; its path where this is left out. */
  keyOf?: (kind: Kind) => string;
}

export const KindOptions = ({ map, isOffered = () => true, keyOf = ({ path }) => path }: KindOptionsOptions): VNode => (
  <>
    {map.description.groups.map(({ name, titles, tags }) => {
      const kinds = tags.flatMap((tag) => map.kinds.get(tag['x-resource'] ?? '') ?? []).filter(isOffered);
      if (!kinds.length) return null;
      return (
        <optgroup key={name} label={said(titles).text}>
          {kinds.map((one) => (
            <option key={one.path} value={keyOf(one)}>
              {said(one.titles).text}
            </option>
          ))}
        </optgroup>
      );
    })}
  </>
);
