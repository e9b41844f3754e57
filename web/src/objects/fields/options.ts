/** What every control of a form is given. */
import type { MapOfKinds } from '../../api/map.js';
import type { Draft } from '../../api/drafts.js';
import type { FormField } from '../../api/form-fields.js';
import type { KnownNames } from '../../api/known-names.js';

/** What the fields of one form share. */
export interface FormContext {
  /** Begins the ids of its elements. */
  id: string;
  map: MapOfKinds;
  names: KnownNames;
  /** Makes an object of a kind in a window above the form; absent where that is none's business, as within such a window. */
  make?: (path: string, text: string, take: (id: number) => void) => void;
}

export interface ControlOptions {
  context: FormContext;
  field: FormField;
  draft: Draft;
  onChange: (draft: Draft) => void;
  id: string;
  /** What it is called, where no label stands beside it. */
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  /** In a cell of a table, where the label is no element of its own. */
  isBare?: boolean;
}
