/** What a check that comes with the release says. */
import type { Definition, Filter, Localized } from '../check.js';
import type { Severity } from '../severity.js';

export interface ShippedCheck {
  key: string;
  titles: Required<Localized>;
  abouts: Required<Localized>;
  advices: Required<Localized>;
  severity: Severity;
  enabled: boolean;
  /** Path of the kind; null where its rule has several. */
  type: string | null;
  definition: Definition;
  exceptions?: Readonly<Record<string, Filter>>;
}
