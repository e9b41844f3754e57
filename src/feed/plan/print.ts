/** A plan as people read it on a terminal. */
import type { Language } from '../../core/i18n/messages.js';
import type { Action, Change, FeedPlan, Finding, Shown } from './changes.js';

/** What stands above the changes. */
export interface PrintHead {
  readonly source: string;
  readonly precedence: number;
  readonly mode: string;
  readonly scope: string;
}

const SIGNS: Record<Action, string> = { create: '+', restore: '^', update: '~', mark: '?', delete: '-' };

/** The print of a plan, a line each; `most`: so many changes of a type are shown. */
export function printPlan(plan: FeedPlan, head: PrintHead, language: Language, most = Infinity): string[] {
  const { source, precedence, mode, scope } = head;
  const lines = [`Source ${source} (${precedence}), ${mode}${scope ? `, scope ${scope}` : ''}  ${plan.id}`];
  const shown = new Map<string, number>();
  for (const change of plan.changes) {
    const count = (shown.get(change.type) ?? 0) + 1;
    shown.set(change.type, count);
    if (count <= most) lines.push(...changeLines(change));
  }
  for (const [type, count] of shown) if (count > most) lines.push(`… and ${count - most} more ${type}`);
  for (const finding of plan.findings) lines.push(findingLine(finding, language));
  lines.push(sumLine(plan));
  return lines.map(cleanForTerminal);
}

function changeLines(change: Change): string[] {
  const { action, type, name, id, ref, by, missing, set, links, from } = change;
  const about = [ref, by && `by ${by}`, missing && 'missing'].filter(Boolean).join('  ');
  const lines = [`${SIGNS[action]} ${type}  ${name}${id === undefined ? '' : ` #${id}`}${about ? `  ${about}` : ''}`];
  for (const [field, [before, after]] of Object.entries(set)) {
    if (action === 'create' && (field === 'name' || field === 'ext_refs')) continue;
    const whence = from?.[field] ? ` (${from[field]})` : '';
    const was = before === null || before === undefined ? '' : `${textOf(before)} → `;
    lines.push(`      ${field}  ${was}${textOf(after)}${whence}`);
  }
  for (const [field, { add, remove }] of Object.entries(links ?? {})) {
    const parts = [...add.map((one) => `+ ${nameOf(one)}`), ...remove.map((one) => `− ${nameOf(one)}`)];
    lines.push(`      ${field}  ${parts.join('  ')}`);
  }
  return lines;
}

const nameOf = (shown: Shown): string => shown.name || ('id' in shown ? `#${shown.id}` : '');

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '∅';
  if (typeof value !== 'object') return String(value);
  return 'name' in value ? nameOf(value as Shown) : JSON.stringify(value);
}

function findingLine({ level, code, item, type, ref, id, phrase, new: isNew }: Finding, language: Language): string {
  const sign = level === 'error' ? '!' : level === 'kept' ? '=' : '*';
  const about = [item && `item ${item}`, type, ref, id !== undefined && `#${id}`].filter(Boolean).join(' ');
  return `${sign} ${level}  ${code}  ${about}: ${phrase.in(language)}${isNew ? '  new' : ''}`;
}

function sumLine({ counts }: FeedPlan): string {
  const number = (count: number): string => count.toLocaleString('en-US');
  const c = counts;
  const changed = [`${number(c.create)} created`, `${number(c.update)} changed`];
  if (c.restore) changed.push(`${number(c.restore)} restored`);
  changed.push(`${number(c.mark)} marked`);
  if (c.delete) changed.push(`${number(c.delete)} deleted`);
  changed.push(`${number(c.unchanged)} unchanged`, `${number(c.adopted)} adopted`);
  const kept = `${number(c.kept)} kept (${number(c.kept_new)} new)`;
  const errors = `${number(c.errors)} error${c.errors === 1 ? '' : 's'}`;
  return `${number(c.items)} items: ${changed.join(', ')}; ${number(c.missing)} missing; ${kept}; ${errors}.`;
}

/** Control characters as `\\x1b`: what tools send must not steer a terminal. */
const cleanForTerminal = (line: string): string =>
  line.replace(/[\x00-\x1f\x7f-\x9f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
