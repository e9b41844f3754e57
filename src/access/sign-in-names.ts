/** What people sign in with: a login is nobody else's e-mail, and an e-mail nobody else's login (contract 9). */
import type { Problems } from '../core/http/errors.js';
import { fold } from '../core/text/fold.js';
import type { Database, Row, Session } from '../database/database.js';
import type { Change } from '../engine/index.js';

const OTHER = { login: 'email', email: 'login' } as const;
type Name = keyof typeof OTHER;
const NAMES: readonly Name[] = ['login', 'email'];

interface Claim {
  change: Change;
  name: Name;
  key: string;
}

/** Who has which login and e-mail, by folded text: changes of this write, and ids of other users. */
type Holders = Record<Name, Map<string, Set<Change | number>>>;

/** Names that others sign in with become problems; names that nobody changes are left alone, unless `all` are asked for. */
export async function checkSignInNames(
  changes: readonly Change[],
  tx: Session,
  database: Database,
  problems: Problems,
  all = false,
): Promise<void> {
  const claims = changes.flatMap((change) => claimsOf(change, all));
  if (!claims.length) return;
  const holders = await holdersOf(claims, changes, tx, database);
  for (const { change, name, key } of claims) {
    const taken = [...(holders[OTHER[name]].get(key) ?? [])].some((holder) => holder !== change);
    if (taken && !problems.has(change.prefix + name)) problems.add(change.prefix + name, 'taken');
  }
}

function claimsOf(change: Change, all: boolean): Claim[] {
  const changed = new Set([...change.columns].map(({ name }) => name));
  return NAMES.filter((name) => (all || changed.has(name)) && typeof change.after[name] === 'string').map((name) => ({
    change,
    name,
    key: fold(change.after[name] as string),
  }));
}

async function holdersOf(
  claims: readonly Claim[],
  changes: readonly Change[],
  tx: Session,
  { dialect }: Database,
): Promise<Holders> {
  const keys = (name: Name): string[] => claims.filter((claim) => claim.name === name).map(({ key }) => key);
  const isIn = (name: Name): string => (keys(OTHER[name]).length ? dialect.textIsIn(name) : 'false');
  const params = NAMES.map((name) => keys(OTHER[name])).filter(({ length }) => length);
  const sql = `SELECT id, login, email FROM users WHERE deleted_at IS NULL AND (${isIn('login')} OR ${isIn('email')})`;
  const holders: Holders = { login: new Map(), email: new Map() };
  const written = new Set(changes.map(({ id }) => id));
  for (const row of await tx.all(sql, params))
    if (!written.has(row['id'] as number)) hold(holders, row, row['id'] as number);
  for (const change of changes) hold(holders, change.after, change);
  return holders;
}

function hold(holders: Holders, row: Row, holder: Change | number): void {
  for (const name of NAMES) {
    const value = row[name];
    if (typeof value !== 'string') continue;
    const key = fold(value);
    const set = holders[name].get(key);
    if (set) set.add(holder);
    else holders[name].set(key, new Set([holder]));
  }
}
