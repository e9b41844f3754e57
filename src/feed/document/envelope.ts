/** Reads what a document says of itself, before its items. */
import { ApiError, Problems } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { MAX_FULL_SCOPES, MAX_SCOPE } from './limits.js';
import type { Envelope, FeedOptions } from './model.js';
import { Members } from './shape.js';

/** What a source may be called. */
export const SOURCE_NAME = /^[A-Z0-9][A-Z0-9_.-]{0,31}$/;
const OPTIONS = new Set([
  ...['errors', 'pointers', 'names', 'existing', 'deleted', 'identify', 'allow', 'ext_refs', 'verify'],
]);
const ALLOWANCES = new Set(['missing', 'older', 'adopted']);

/** Options that a source is set to, for documents that say nothing of them. */
export type DefaultsOf = (source: string) => Partial<FeedOptions> | undefined;

/** Everything but the items, with the defaults of what is absent. Throws 400 for no object, 422 with what is wrong by field. */
export function readEnvelope(value: unknown, defaultsOf?: DefaultsOf): Envelope {
  if (!isObject(value)) throw new ApiError(400, 'feedForm');
  const problems = new Problems();
  const members = new Members(value, problems, '');
  if (value['feed'] !== 1) problems.add('feed', value['feed'] === undefined ? 'required' : 'feedVersion');
  const source = members.text('source', 32, true);
  if (source !== undefined && !SOURCE_NAME.test(source)) problems.add('source', 'format');
  const mode = members.choice('mode', ['delta', 'full']);
  const scope = members.exactText('scope', MAX_SCOPE);
  const observed = members.moment('observed_at');
  const fullScopes = members.texts('full_scopes', MAX_FULL_SCOPES, MAX_SCOPE);
  const said = optionsOf(members.within('options'), value['options'], problems);
  problems.throwIfAny();
  const options = withDefaults(said, value['options'], defaultsOf?.(source!));
  return {
    source: source!,
    mode: mode ?? 'delta',
    scope: scope ?? '',
    ...(observed !== undefined && { observed_at: observed }),
    ...(fullScopes && { full_scopes: fullScopes }),
    options,
    ...(isObject(value['options']) && { said: Object.keys(value['options']) as Array<keyof FeedOptions> }),
  };
}

/** Options with those of a source in place of what was not said. `said`: as read, `sent`: as sent. */
export function withDefaults(said: FeedOptions, sent: unknown, defaults: Partial<FeedOptions> = {}): FeedOptions {
  const names = isObject(sent) ? Object.keys(sent) : [];
  const own = Object.fromEntries(Object.entries(said).filter(([name]) => names.includes(name)));
  return { ...said, ...defaults, ...own };
}

/** Options as they are in a document, or in a request of their own. Throws 422. */
export function readOptions(value: unknown): FeedOptions {
  const problems = new Problems();
  const options = optionsOf(new Members({ options: value }, problems, '').within('options'), value, problems);
  problems.throwIfAny();
  return options;
}

function optionsOf(options: Members | undefined, value: unknown, problems: Problems): FeedOptions {
  options?.only(OPTIONS);
  const allow = options?.within('allow');
  allow?.only(ALLOWANCES);
  const missing = allow?.integer('missing', 0);
  const older = allow?.flag('older');
  const adopted = allow?.integer('adopted', 0);
  return {
    errors: options?.choice('errors', ['stop', 'skip']) ?? 'stop',
    pointers: options?.choice('pointers', ['refuse', 'create', 'drop']) ?? 'refuse',
    names: options?.choice('names', ['refuse', 'fit']) ?? 'refuse',
    existing: options?.choice('existing', ['keep', 'take']) ?? 'keep',
    deleted: options?.choice('deleted', ['keep', 'restore']) ?? 'keep',
    identify: rulesByType(options, value, problems),
    allow: {
      ...(missing !== undefined && { missing }),
      ...(older !== undefined && { older }),
      ...(adopted !== undefined && { adopted }),
    },
    ext_refs: options?.flag('ext_refs') ?? true,
    verify: options?.flag('verify') ?? false,
  };
}

function rulesByType(options: Members | undefined, value: unknown, problems: Problems): FeedOptions['identify'] {
  // Nothing is inherited: a type may be called whatever it likes.
  const rules = Object.create(null) as Record<string, readonly string[]>;
  const byType = options?.object('identify');
  if (!byType || !isObject(value)) return rules;
  const members = new Members(byType, problems, 'options.identify.');
  for (const type of Object.keys(byType)) rules[type] = members.rules(type) ?? [];
  return rules;
}
