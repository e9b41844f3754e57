/** A directory: finds somebody, and tries their password, each step told in the log (identity 4). The library is loaded at first use. */
import { isIP } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Client, Entry, Filter } from 'ldapts';
import { CONFIG, type Config } from '../../config.js';
import { ApiError } from '../../core/http/errors.js';
import { DIRECTORY, type Person } from '../sign-in/identified.js';
import type { LdapSettings } from './settings.js';

/** Milliseconds. */
const [CONNECT_MS, OPERATION_MS, PASSED_OVER_MS] = [3000, 5000, 30_000];
/** Seconds after which somebody may try again while no server answers. */
const RETRY_AFTER = '30';
/** Active Directory's rule that follows groups in groups. */
const NESTED = '(member:1.2.840.113556.1.4.1941:={dn})';

/** Logs a step: what is done, and what came of it. Never with a password. */
export type LogStep = (step: string) => void;

/** Somebody in the directory, found by their id. `active`: the directory lets them in. */
export interface Found {
  person: Person;
  active: boolean;
}

/** The directory cannot be asked. */
class Away extends Error {}

@Injectable()
export class Directory {
  private readonly logger = new Logger('LDAP');
  private readonly settings: LdapSettings | undefined;
  /** Until when a server is passed over that failed, by its address; milliseconds since 1970. */
  private readonly failed = new Map<string, number>();
  private filters: Promise<Filters> | undefined;

  constructor(@Inject(CONFIG) { ldap }: Pick<Config, 'ldap'>) {
    this.settings = ldap;
    for (const note of ldap?.notes ?? []) this.logger.log(note);
  }

  /** Whether people sign in with a directory. */
  get isSet(): boolean {
    return this.settings !== undefined;
  }

  /**
   * The person with this login and password; undefined where there is none, or several. An empty password is asked of nobody: a
   * directory takes it for somebody without a name, and lets them in.
   * @throws 503 where no server answers
   */
  async authenticate(login: string, password: string, log: LogStep = this.debug): Promise<Person | undefined> {
    if (!password) return undefined;
    const { login: filter } = await this.parsed();
    return this.asked(log, async (url) => {
      const entry = await this.onConnection(url, log, async (client) => this.one(client, filter({ login }), log));
      if (!entry) return undefined;
      if (!(await this.takes(url, entry.dn, password, log))) return undefined;
      const groups = await this.onConnection(url, log, (client) => this.groupsOf(client, entry, log));
      return this.personOf(entry, groups, log);
    });
  }

  /** As `authenticate` without a password, for whoever looks for a fault: who is found, and in which groups they are. */
  async lookUp(login: string, log: LogStep): Promise<Person | undefined> {
    const { login: filter } = await this.parsed();
    return this.asked(log, (url) =>
      this.onConnection(url, log, async (client) => {
        log(`Looks below ${this.set.baseDn} for ${filter({ login }).toString()}.`);
        const entry = await this.one(client, filter({ login }), log);
        return entry && this.personOf(entry, await this.groupsOf(client, entry, log), log);
      }),
    );
  }

  /** Those of these ids who are there, by id. Throws 503 where no server answers. */
  async find(subjects: readonly string[]): Promise<Map<string, Found>> {
    const { EqualityFilter } = await import('./library.js');
    return this.asked(this.debug, (url) =>
      this.onConnection(url, this.debug, async (client) => {
        const found = new Map<string, Found>();
        for (const subject of subjects) {
          const filter = new EqualityFilter({ attribute: this.set.attrId, value: valueOfId(subject, this.set.attrId) });
          const entry = await this.one(client, filter, this.debug);
          const person = entry && this.personOf(entry, await this.groupsOf(client, entry, this.debug), this.debug);
          if (entry && person) found.set(subject, { person, active: isActive(entry) });
        }
        return found;
      }),
    );
  }

  /** Throws 503 where no server answers. */
  async requireThere(): Promise<void> {
    await this.asked(this.debug, (url) => this.onConnection(url, this.debug, async () => undefined));
  }

  /** A refusal is told in the log whoever asks for the steps, without what was typed: people type passwords into the wrong field. */
  private refuse(log: LogStep, step: string): void {
    if (log === this.debug) this.logger.log(step);
    else log(step);
  }

  private readonly debug: LogStep = (step) => this.logger.debug(step);

  private get set(): LdapSettings {
    return this.settings!;
  }

  private parsed(): Promise<Filters> {
    return (this.filters ??= import('./filter.js').then(({ filterOf }) => ({
      login: filterOf(this.set.userFilter),
      group: filterOf(this.set.groups === 'nested' ? NESTED : this.set.groupFilter),
    })));
  }

  /** Asks the servers in their order, those last that failed a moment ago. */
  private async asked<T>(log: LogStep, work: (url: string) => Promise<T>): Promise<T> {
    const now = Date.now();
    const isFailed = (url: string): boolean => (this.failed.get(url) ?? 0) > now;
    const { urls } = this.set;
    const inTurn = urls.filter((url) => !isFailed(url));
    for (const url of inTurn.length ? inTurn : urls) {
      try {
        const result = await work(url);
        this.failed.delete(url);
        return result;
      } catch (error) {
        if (!(error instanceof Away)) throw error;
        this.failed.set(url, Date.now() + PASSED_OVER_MS);
        log(`${url}: ${error.message}`);
        this.logger.error(`${url} cannot be asked: ${error.message}`);
      }
    }
    throw new ApiError(503, 'directoryAway', {}, { 'retry-after': RETRY_AFTER });
  }

  /** Work on a connection that is bound as the reader, or as nobody. Throws `Away`. */
  private onConnection<T>(url: string, log: LogStep, work: (client: Client) => Promise<T>): Promise<T> {
    return this.connected(url, log, async (client) => {
      const { bindDn, bindPassword } = this.set;
      if (bindDn === undefined) log('Asks as nobody: LDAP_BIND_DN is not set.');
      else {
        await client.bind(bindDn, bindPassword);
        log(`Is let in as ${bindDn}.`);
      }
      return work(client);
    });
  }

  /** Whether the directory takes a password; on a connection of its own, so that the reader's rights end before. */
  private takes(url: string, dn: string, password: string, log: LogStep): Promise<boolean> {
    return this.connected(url, log, async (client) => {
      const { InvalidCredentialsError, ResultCodeError } = await import('./library.js');
      try {
        await client.bind(dn, password);
        log(`The password of ${dn} is right.`);
        return true;
      } catch (error) {
        // Locked, expired or not allowed: a refusal all the same.
        if (!(error instanceof ResultCodeError) || isOfServer(error.code)) throw error;
        const why = error instanceof InvalidCredentialsError ? 'is wrong' : `is refused: ${error.message}`;
        this.refuse(log, `The password of ${dn} ${why}.`);
        return false;
      }
    });
  }

  private async connected<T>(url: string, log: LogStep, work: (client: Client) => Promise<T>): Promise<T> {
    const { Client } = await import('./library.js');
    const { startTls, ca } = this.set;
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    const tls = { host, ...(!isIP(host) && { servername: host }), ...(ca !== undefined && { ca }) };
    const client = new Client({
      url,
      timeout: OPERATION_MS,
      connectTimeout: CONNECT_MS,
      ...(url.startsWith('ldaps:') && { tlsOptions: tls }),
    });
    try {
      if (startTls && url.startsWith('ldap:')) {
        await client.startTLS(tls);
        log(`${url}: connected, and encrypted from here on.`);
      } else log(`${url}: asks${url.startsWith('ldaps:') ? ', encrypted' : ''}.`);
      return await work(client);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const { ResultCodeError } = await import('./library.js');
      const { name, message } = error as Error;
      // The library's own message is a number.
      throw new Away(error instanceof ResultCodeError ? `${name.replace(/Error$/, '')},${message}` : message, {
        cause: error,
      });
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  /** The one entry that a filter finds. Several are none: nobody can say who is meant. */
  private async one(client: Client, filter: Filter, log: LogStep): Promise<Entry | undefined> {
    const { baseDn } = this.set;
    const entries = await this.search(client, baseDn, filter, 2).catch(async (error: unknown) => {
      const { SizeLimitExceededError, NoSuchObjectError } = await import('./library.js');
      if (error instanceof SizeLimitExceededError) return [undefined, undefined];
      if (error instanceof NoSuchObjectError) return [];
      throw error;
    });
    if (entries.length === 1) log(`Found ${entries[0]!.dn}.`);
    else if (!entries.length) this.refuse(log, `Nobody is found below ${baseDn} by LDAP_USER_FILTER.`);
    else this.refuse(log, `Several entries below ${baseDn} are found by LDAP_USER_FILTER: nobody is let in.`);
    return entries.length === 1 ? entries[0] : undefined;
  }

  private async search(client: Client, base: string, filter: Filter, sizeLimit = 0): Promise<Entry[]> {
    const { attrLogin, attrName, attrEmail, attrId } = this.set;
    const attributes = [attrLogin, attrName, attrEmail, attrId, 'memberOf', ...STATES];
    const { searchEntries } = await client.search(base, {
      ...{ scope: 'sub', filter, sizeLimit, attributes, timeLimit: OPERATION_MS / 1000 },
      ...(/GUID$/.test(attrId) && { explicitBufferAttributes: [attrId] }),
    });
    return searchEntries;
  }

  private async groupsOf(client: Client, entry: Entry, log: LogStep): Promise<string[]> {
    const { groups: way, groupBase } = this.set;
    let groups = textsOf(entry, 'memberOf');
    if (way !== 'memberOf') {
      const { group } = await this.parsed();
      const values = { dn: entry.dn, login: textsOf(entry, this.set.attrLogin)[0] ?? '' };
      const found = await client.search(groupBase, { scope: 'sub', filter: group(values), attributes: ['1.1'] });
      groups = found.searchEntries.map(({ dn }) => dn);
    }
    log(groups.length ? `Is in ${groups.length} groups: ${groups.join('; ')}` : 'Is in no group.');
    return groups;
  }

  private personOf(entry: Entry, groups: string[], log: LogStep): Person | undefined {
    const { attrLogin, attrName, attrEmail, attrId } = this.set;
    const subject = idOf(entry, attrId);
    if (subject === undefined) {
      this.logger.error(
        `${entry.dn} has no ${attrId}, by which people are known: LDAP_ATTR_ID names another attribute.`,
      );
      log(`Has no ${attrId}.`);
      return undefined;
    }
    const first = (name: string): string | undefined => textsOf(entry, name)[0]?.trim() || undefined;
    const person = { login: first(attrLogin), name: first(attrName), email: first(attrEmail) };
    log(`Is known as ${attrId} ${subject}: login ${person.login}, name ${person.name}, e-mail ${person.email}.`);
    return { provider: 'ldap', issuer: DIRECTORY, subject, ...person, emailVerified: false, groups };
  }
}

interface Filters {
  login(values: Record<string, string>): Filter;
  group(values: Record<string, string>): Filter;
}

/** Attributes that say whether somebody may come in, in Active Directory, 389 and OpenLDAP. */
const STATES = ['userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime'];

function isActive(entry: Entry): boolean {
  const [control, locked, since] = STATES.map((name) => textsOf(entry, name)[0]);
  const isOff = (Number(control ?? 0) & 2) !== 0 || locked?.toLowerCase() === 'true';
  return !isOff && since !== '000001010000Z';
}

/** The values of an attribute, whatever its name's case and however they come: a text, bytes, or a list of them. */
export function textsOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? [] : entry[name]!;
  return [value].flat().map((one) => (Buffer.isBuffer(one) ? one.toString('utf8') : one));
}

/** The id as text: that of Active Directory comes as 16 bytes, of which the first ones stand the other way round. */
function idOf(entry: Entry, attribute: string): string | undefined {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? undefined : [entry[name]!].flat()[0];
  if (!Buffer.isBuffer(value)) return value || undefined;
  if (value.length !== 16) return value.length ? value.toString('utf8') : undefined;
  const hex = swapped(value).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The id as a filter compares it. */
const valueOfId = (subject: string, attribute: string): Buffer | string =>
  /GUID$/.test(attribute) ? swapped(Buffer.from(subject.replaceAll('-', ''), 'hex')) : subject;

const swapped = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(bytes.subarray(0, 4)).reverse(),
    Buffer.from(bytes.subarray(4, 6)).reverse(),
    Buffer.from(bytes.subarray(6, 8)).reverse(),
    bytes.subarray(8),
  ]);

/** Codes by which a server says something of itself, and nothing of a password (RFC 4511). */
const OF_SERVER = new Set([1, 2, 8, 13, 51, 52]);

const isOfServer = (code: number): boolean => OF_SERVER.has(code);
