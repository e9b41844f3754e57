/** Kinds of objects to choose from, by view, for a `select`. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { said } from '../i18n/titles.js';

interface KindOptionsOptions {
  map: MapOfKinds;
  /** Whether a kind is offered; all of them where this is left out. */
  isOffered?: (kind: Kind) => boolean;
}

export const KindOptions = ({ map, isOffered = () => true }: KindOptionsOptions): VNode => (
  <>
    {map.description.groups.map(({ name, titles, tags }) => {
      const kinds = tags.flatMap((tag) => map.kinds.get(tag['x-resource'] ?? '') ?? []).filter(isOffered);
      if (!kinds.length) return null;
      return (
        <optgroup key={name} label={said(titles).text}>
          {kinds.map((one) => (
            <option key={one.path} value={one.path}>
              {said(one.titles).text}
            </option>
          ))}
        </optgroup>
      );
    })}
  </>
);
