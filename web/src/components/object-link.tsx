/** An object by its name, which leads to its page where the reader may see that. */
import type { ComponentChildren, VNode } from 'preact';
import { addressOf, mayOpen, type MapOfKinds } from '../api/map.js';

interface ObjectLinkOptions {
  map: MapOfKinds;
  /** The path of its kind. */
  kind: string;
  id: number;
  class?: string;
  children: ComponentChildren;
}

export const ObjectLink = ({ map, kind, id, class: name, children }: ObjectLinkOptions): VNode =>
  mayOpen(map, kind, id) ? (
    <a class={name} href={addressOf(kind, id)}>
      {children}
    </a>
  ) : (
    <span class={name}>{children}</span>
  );
