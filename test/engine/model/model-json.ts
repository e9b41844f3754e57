/** The specification's model.json, as far as facts are read from it. */
import { sharedJson } from './shared.js';

export type Rules = Record<string, string | number | boolean>;

export interface ModelColumn {
  name: string;
  type: string;
  tsKind: string;
  nullable: boolean;
  writable: boolean | string;
  searchable?: boolean;
  hidden?: boolean;
  additive?: boolean;
  index?: boolean | string;
  unique?: boolean | string;
  default?: string;
  end?: string;
  answer?: string;
  laterName?: string;
  primary?: boolean;
  rules?: Rules;
  ref?: { table: string; resource: string; onDelete: string; includeName: string; embedAs: string };
}

export interface ModelLink {
  name: string;
  kind: string;
  target: string;
  aliases: string[];
  includeName: string;
  includeAliases: string[];
  alsoShownAs?: string[];
  writable: boolean | { store: boolean; update: boolean; massStore: boolean; massUpdate: boolean };
  shownInRead: boolean;
  pivot?: {
    table: string;
    ownColumn: string;
    otherColumn: string;
    uniqueKey: boolean;
    extra: string[];
    onDelete: { own: string | null; other: string | null };
  };
  fk?: { table: string; column: string; nullable: boolean; onDelete: string };
  item?: Record<string, string>;
}

export interface ModelResource {
  path: string;
  group: string;
  class: string;
  table: string;
  permissionKey: string;
  phpClass: string;
  label: string | null;
  uidPrefix?: string | null;
  aliases: string[];
  softDelete: boolean;
  audited: boolean;
  cartographiable: boolean;
  readOnly?: boolean;
  includes?: string[];
  uniqueIndexes: Array<{ name: string; columns: string[] }>;
  columns: ModelColumn[];
  links: ModelLink[];
}

export interface Model {
  enumerations: Record<string, { levels?: number[]; labels?: string[] }>;
  resources: ModelResource[];
}

export const readModel = (): Model => sharedJson<Model>('spec/model/model.json');
