/** Directories as LDIF (RFC 2849), of Active Directory or OpenLDAP: computers, accounts and domains. Read line by line. */
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import { choiceOption, notWhole, type ReadOptions, type Bytes, type ReadResult, type LeftOut } from './connector.js';
import { textsOf } from './reading.js';
import { fields, joined, keysOf, refOf, richText, textOf } from './values.js';

const KIND = 'ldif';
const MAX_LINE = 1 << 20;
const MAX_VALUES = 100;
const CLASS = 'objectclass';
/** Characters of the name of a class, and of a system. */
const [MAX_CLASS, MAX_SYSTEM] = [200, 200];
const IS_GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const IS_BASE64 = /^[A-Za-z\d+/]*={0,2}$/;
/** Attributes that are read, in lower case; no other one is kept, passwords least of all. */
const READ = new Set([
  ...['objectclass', 'objectguid', 'entryuuid', 'changetype', 'cn', 'uid', 'givenname', 'sn', 'samaccountname'],
  ...[
    'description',
    'operatingsystem',
    'operatingsystemversion',
    'lastlogontimestamp',
    'useraccountcontrol',
    'admincount',
    'dnshostname',
  ],
]);
/** Accounts of services and of clusters, which are computers to a directory and to nobody else. */
const SERVICE_ACCOUNTS = [
  'msds-groupmanagedserviceaccount',
  'msds-managedserviceaccount',
  'msds-delegatedmanagedserviceaccount',
];
const SERVICE_NAME = 'serviceprincipalname';
const CLUSTER_SERVICE = /^msclustervirtualserver\//i;
/** Words by which a system is one of servers, and by which it is none all the same. */
const SERVER =
  /(?<![a-z])(?:server|rhel|red ?hat|centos|rocky|alma ?linux|oracle linux|ubuntu|debian|suse|sles|sled|opensuse|amazon linux|photon|fedora|gentoo|linux|gnu|unix|aix|solaris|sunos|hp-ux|freebsd|openbsd|netbsd|esxi?|samba|data ontap|ontap|onefs|emc|celerra|isilon|netapp)(?![a-z])/i;
const DESKTOP = /(?<![a-z])(?:desktop|workstation|client|sled|mint|mac ?os|os x)(?![a-z])/i;
const PEOPLE = ['person', 'user', 'inetorgperson', 'organizationalperson'];
/** Bits of `userAccountControl`: an account that is disabled, and those of domain controllers, one that only reads among them. */
const [DISABLED, CONTROLLER] = [0x2, 0x2000 | 0x400_0000];
/** What `ldapsearch` prints around the entries. */
const AROUND = new Set(['version', 'search', 'result', 'ref', 'control']);

type Which = 'admins' | 'all' | 'none';

/** What a directory says of machines, people and domains. */
export async function ldif(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const which = choiceOption(asked, 'users', ['admins', 'all', 'none']);
  const rules = ['name', 'host'];
  return {
    mode: 'delta',
    options: { identify: { 'logical-servers': rules, workstations: rules } },
    items: itemsOf(bytes, which, asked.leftOut),
  };
}

async function* itemsOf(bytes: Bytes, which: Which, leftOut?: LeftOut): AsyncGenerator<Item> {
  let entry: Entry | undefined;
  let isAny = false;
  for await (const { text, number } of unfoldedLines(bytes)) {
    if (text === '') {
      const item = entry && itemOf(entry, which, leftOut);
      entry = undefined;
      if (item) yield item;
      continue;
    }
    // Between the changes of a record.
    if (text === '-' && entry?.isChange) continue;
    const { name, value } = attributeOf(text, number);
    if (entry) entry.add(name, value);
    else if (name === 'dn') [entry, isAny] = [new Entry(textIn(value) ?? ''), true];
    else requireWhole(name, value, number);
  }
  // Each file ends with an empty line for us: no entry is open here.
  if (!isAny) throw notWhole(KIND);
}

/** Throws 400 for what can stand neither in an entry nor around one, and for a search that was cut off. */
function requireWhole(name: string, value: Value, number: number): void {
  if (!AROUND.has(name)) throw notWhole(KIND, 'feedLdifLine', { line: number });
  const text = textIn(value) ?? '';
  if (name === 'result' && !/^0\b/.test(text))
    throw notWhole(KIND, 'feedLdifResult', { text: text.slice(0, 100).toWellFormed() });
}

interface Line {
  number: number;
  text: string;
}

/** Lines with those that go on in the next one put together; comments are left out, and an empty line stands at the end. */
async function* unfoldedLines(bytes: Bytes): AsyncGenerator<Line> {
  const rest: string[] = [];
  let [waiting, number, length] = [0, 0, 0];
  let open: { number: number; pieces: string[] } | undefined;
  const whole = (): Line[] => {
    const text = open?.pieces.join('');
    return open && text !== undefined && !text.startsWith('#') ? [{ number: open.number, text }] : [];
  };
  const turns = new Turns();
  for await (const piece of textsOf(bytes, KIND)) {
    await turns.rest();
    const lines = piece.split('\n');
    // Pieces may be of a character each: they are put together once, when their line ends.
    rest.push(lines.pop()!);
    if (lines.length) {
      const begun = rest.splice(0, rest.length - 1);
      lines[0] = begun.join('') + lines[0]!;
      waiting = 0;
    }
    waiting += rest.at(-1)!.length;
    if (waiting > MAX_LINE) throw notWhole(KIND, 'feedLongLine', { line: number + 1, max: MAX_LINE });
    for (const each of lines) {
      number++;
      const line = each.endsWith('\r') ? each.slice(0, -1) : each;
      if (line.startsWith(' ') && open && open.pieces[0] !== '') {
        length += line.length;
        if (length > MAX_LINE) throw notWhole(KIND, 'feedLongLine', { line: number, max: MAX_LINE });
        open.pieces.push(line.slice(1));
        continue;
      }
      yield* whole();
      [open, length] = [{ number, pieces: [line] }, line.length];
    }
  }
  if (waiting) throw notWhole(KIND, 'feedLdifEnd');
  yield* whole();
  yield { number, text: '' };
}

/** A value as it stands in the file; undefined for one that stands elsewhere. */
type Value = { text: string } | { base64: string } | undefined;

const lengthOf = (value: NonNullable<Value>): number => ('text' in value ? value.text.length : value.base64.length);

function attributeOf(line: string, number: number): { name: string; value: Value } {
  const colon = line.indexOf(':');
  if (colon <= 0) throw notWhole(KIND, 'feedLdifLine', { line: number });
  const name = line.slice(0, colon).toLowerCase();
  const sign = line[colon + 1];
  if (sign === '<') return { name, value: undefined };
  const text = line.slice(sign === ':' ? colon + 2 : colon + 1).trim();
  if (sign !== ':') return { name, value: { text } };
  // The reader of Node skips what is no base64, and would make another value of the rest.
  if (!IS_BASE64.test(text)) throw notWhole(KIND, 'feedLdifBase64', { line: number });
  return { name, value: { base64: text } };
}

/** The value as text; undefined where its bytes are none. */
function textIn(value: Value): string | undefined {
  if (!value) return undefined;
  if ('text' in value) return value.text || undefined;
  const bytes = Buffer.from(value.base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? textOf(text) : undefined;
}

class Entry {
  /** Of the account of a cluster, which no machine has. */
  isCluster = false;
  private readonly values = new Map<string, Value[]>();

  constructor(readonly dn: string) {}

  add(name: string, value: Value): void {
    // A machine has any number of these, each of which is looked at once.
    if (name === SERVICE_NAME) this.isCluster ||= CLUSTER_SERVICE.test(textIn(value) ?? '');
    if (!READ.has(name)) return;
    // The name of a class is no longer: nobody decodes what is none for each question.
    if (name === CLASS && value && lengthOf(value) > MAX_CLASS) return;
    const values = this.values.get(name) ?? [];
    if (values.length < MAX_VALUES) values.push(value);
    this.values.set(name, values);
  }

  /** The first value of an attribute, as text. */
  text(name: string): string | undefined {
    return textIn(this.values.get(name)?.[0]);
  }

  /** It tells how an entry changes, and not what it is. */
  get isChange(): boolean {
    return (this.text('changetype')?.toLowerCase() ?? 'add') !== 'add';
  }

  /** Whether a bit of `userAccountControl` is set. */
  controls(bits: number): boolean {
    return ((Number(this.text('useraccountcontrol')) || 0) & bits) !== 0;
  }

  is(...classes: readonly string[]): boolean {
    const own = (this.values.get(CLASS) ?? []).map((value) => textIn(value)?.toLowerCase());
    return classes.some((name) => own.includes(name));
  }

  /** What stays the same while the entry moves and is renamed. */
  get ref(): string | undefined {
    const [guid] = this.values.get('objectguid') ?? [];
    const bytes = guid && 'base64' in guid ? Buffer.from(guid.base64, 'base64') : undefined;
    if (bytes?.length === 16) return guidOf(bytes);
    const texts = [textIn(guid), this.text('entryuuid')].map((text) => text?.toLowerCase());
    return texts.find((text) => text !== undefined && IS_GUID.test(text)) ?? refOf(this.dn.toLowerCase());
  }

  /** `clinic.example`, of the parts of the name that are of a domain. */
  get domain(): string | undefined {
    const parts = this.dn.split(/(?<!\\),/).flatMap((part) => {
      const equals = part.indexOf('=');
      const isDomain = part.slice(0, Math.max(0, equals)).trim().toLowerCase() === 'dc';
      return (isDomain && part.slice(equals + 1).trim()) || [];
    });
    return parts.join('.') || undefined;
  }
}

/** The first three parts are written with their last byte first. */
function guidOf(bytes: Buffer): string {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  const hex = order.map((at) => bytes[at]!.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function itemOf(entry: Entry, which: Which, leftOut?: LeftOut): Item | undefined {
  const { ref } = entry;
  const without = (what: Parameters<LeftOut['add']>[0]): undefined => void leftOut?.add(what);
  if (entry.isChange) return without('change');
  if (!ref || !entry.is('domaindns', 'computer', ...PEOPLE)) return without('entry');
  if (entry.controls(DISABLED)) return without('disabled');
  if (entry.is(...SERVICE_ACCOUNTS)) return without('serviceAccount');
  const domain = entry.domain === undefined ? undefined : { name: entry.domain, else: 'create' };
  if (entry.is('domaindns')) return { type: 'domains', ref, set: fields({ name: entry.domain }) };
  if (!entry.is('computer')) return personOf(entry, ref, domain, which, leftOut);
  return entry.isCluster ? without('clusterName') : computerOf(entry, ref, domain, leftOut);
}

function computerOf(entry: Entry, ref: string, domain: object | undefined, leftOut?: LeftOut): Item | undefined {
  const name = entry.text('cn') ?? entry.text('samaccountname')?.replace(/\$$/, '');
  if (name === undefined) return void leftOut?.add('unnamed', 'computer');
  const system = entry.text('operatingsystem');
  const isServer = isOfServer(system ?? '') || entry.controls(CONTROLLER);
  const set = fields({
    name,
    operating_system: joined([system, entry.text('operatingsystemversion')], ' '),
    description: richText(entry.text('description')),
    domain,
    last_inventory_date: isServer ? undefined : dayOf(entry.text('lastlogontimestamp')),
  });
  const keys = keysOf({ fqdn: [entry.text('dnshostname')] });
  return { type: isServer ? 'logical-servers' : 'workstations', ref, set, ...keys };
}

/** Returns true for a system that servers run: one that says so, and any Linux or Unix but those of desks. */
const isOfServer = (system: string): boolean =>
  /server/i.test(system) || (SERVER.test(system.slice(0, MAX_SYSTEM)) && !DESKTOP.test(system.slice(0, MAX_SYSTEM)));

function personOf(
  entry: Entry,
  ref: string,
  domain: object | undefined,
  which: Which,
  leftOut?: LeftOut,
): Item | undefined {
  const isWanted = which === 'all' || (which === 'admins' && entry.text('admincount') === '1');
  if (!isWanted) return void leftOut?.add('person');
  const user = entry.text('samaccountname') ?? entry.text('uid');
  if (user === undefined) return void leftOut?.add('unnamed', 'person');
  const set = { user_id: user, firstname: entry.text('givenname'), lastname: entry.text('sn'), domain };
  return { type: 'admin-users', ref, set: fields(set) };
}

/** The day of a count of 100 nanoseconds since 1601. */
function dayOf(count: string | undefined): string | undefined {
  if (!/^\d{17,18}$/.test(count ?? '')) return undefined;
  return new Date(Number(BigInt(count!) / 10_000n) - 11_644_473_600_000).toISOString().slice(0, 10);
}
