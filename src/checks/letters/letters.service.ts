/** What people choose of their letters, and what they watch (checks 6). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { requireStill } from '../../access/token.service.js';
import { tokenSecret } from '../../access/token.strategy.js';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { recheckLate, type Caller, type RequestContext } from '../../core/http/caller.js';
import { fieldError, notFound, type KindName } from '../../core/http/errors.js';
import { languageOf, type Language } from '../../core/i18n/messages.js';
import { Database, type Row, type Session } from '../../database/database.js';
import type { Every } from './digest.js';
import { nextLetter } from './next-letter.js';
import { WatchedChanges, type Watch } from './watched.js';

const WATCHES: KindName = {
  path: 'me/letters/watches',
  titles: { en: ['Watch', 'Watches'], fr: ['Suivi', 'Suivis'] },
};

/** Things that one person watches, and characters of their address and name. */
export const MAX_WATCHES = 100;
export const MAX_WATCH = { href: 4000, name: 190 } as const;

export const EVERY = ['none', 'daily', 'weekly'] as const;
export const LANGUAGES: readonly Language[] = ['en', 'fr'];

/** What its owner is answered. */
export interface OwnLetters {
  /** Letters are sent by this server. */
  available: boolean;
  /** Where they go; null where the owner has no address. */
  email: string | null;
  every: Every | 'none';
  /** What they are written in; null where none come. */
  language: Language | null;
  sent_at: string | null;
  /** Why the last one could not be sent; null where it was. */
  error: string | null;
  watches: Array<Watch & { created_at: string }>;
}

@Injectable()
export class LettersService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditEvents,
    private readonly watched: WatchedChanges,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async of({ userId }: Caller, session: Pick<Session, 'all'> = this.database): Promise<OwnLetters> {
    const { clock } = this.database;
    const [row] = await session.all(
      'SELECT u.`email`, u.`language` AS `own`, l.`every`, l.`language`, l.`sent_at`, l.`error` FROM `users` u LEFT JOIN `own_letters` l ON l.`user_id` = u.`id` WHERE u.`id` = ?',
      [userId],
    );
    const watches = await session.all(`${SELECT_WATCH} WHERE w.\`user_id\` = ? ORDER BY w.\`id\``, [userId]);
    const { email, every, language, own, sent_at: sent, error } = row ?? {};
    return {
      available: this.config.mail !== undefined,
      email: email ? String(email) : null,
      every: every ? (every as Every) : 'none',
      language: every ? languageOf(undefined, (language ?? own) as string | null) : null,
      sent_at: sent ? clock.toApi(String(sent)) : null,
      error: error ? String(error) : null,
      watches: watches.map((one) => ({ ...watchOf(one), created_at: clock.toApi(String(one['created_at']))! })),
    };
  }

  /**
   * How often they come, and in which language: that of the request where none is sent.
   * @throws 422 where no letters are sent here, and for who has no address
   */
  async choose(sent: Readonly<Record<string, unknown>>, context: RequestContext): Promise<OwnLetters> {
    const every = EVERY.find((one) => one === sent['every']);
    if (sent['every'] === undefined || sent['every'] === null || sent['every'] === '')
      throw fieldError('every', 'required');
    if (!every) throw fieldError('every', 'selected');
    const wanted = LANGUAGES.find((one) => one === sent['language']);
    if (!wanted && sent['language'] !== undefined && sent['language'] !== null)
      throw fieldError('language', 'selected');
    const { caller } = context;
    const language = wanted ?? context.language ?? null;
    const before = await this.of(caller);
    if (every !== 'none' && !before.available) throw fieldError('every', 'lettersOff');
    if (every !== 'none' && !before.email) throw fieldError('every', 'lettersAddress');
    const isAsOften = every === before.every;
    if (isAsOften && (!wanted || wanted === before.language || every === 'none')) return before;
    const place = every === 'none' ? null : await this.watched.place();
    const { database } = this;
    return database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      if (every === 'none') await tx.run('DELETE FROM `own_letters` WHERE `user_id` = ?', [caller.userId]);
      // The next one stays due when it was.
      else if (isAsOften)
        await tx.run('UPDATE `own_letters` SET `language` = ? WHERE `user_id` = ?', [language, caller.userId]);
      else {
        const now = Date.now();
        const next = nextLetter(now, every, this.config.timeZone);
        const { changes } = await tx.run(
          'UPDATE `own_letters` SET `every` = ?, `next_at` = ?, `language` = ? WHERE `user_id` = ?',
          [...[every, next, language, caller.userId]],
        );
        if (!changes)
          await tx.run(
            'INSERT INTO `own_letters` (`user_id`, `every`, `seen_at`, `place`, `next_at`, `language`) VALUES (?, ?, ?, ?, ?, ?)',
            [caller.userId, every, database.clock.toStored(now), place, next, language],
          );
      }
      const subject = { path: 'users', id: caller.userId };
      const details = { every, ...(every !== 'none' && { language }) };
      await this.audit.record({ action: 'letters_chosen', subject, details, context }, tx);
      await recheckLate(context, tx, true);
      return this.of(caller, tx);
    });
  }

  /** Watches what an address of a page names; nothing where it is watched already. Throws 422 beyond `MAX_WATCHES`. */
  async watch({ href, name }: Omit<Watch, 'id'>, context: RequestContext): Promise<OwnLetters> {
    const { caller } = context;
    const { database } = this;
    await this.watched.require(href, caller);
    return database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      // Locked, so that of two who come at once the second is counted with the first.
      await tx.all(`SELECT \`id\` FROM \`users\` WHERE \`id\` = ?${database.dialect.forUpdate}`, [caller.userId]);
      const before = await this.of(caller, tx);
      if (before.watches.some((one) => one.href === href)) return before;
      if (before.watches.length >= MAX_WATCHES) throw fieldError('href', 'ownMost', { max: MAX_WATCHES });
      await tx.run('INSERT INTO `own_watches` (`user_id`, `href`, `name`, `created_at`) VALUES (?, ?, ?, ?)', [
        ...[caller.userId, href, name, database.clock.toStored(Date.now())],
      ]);
      await recheckLate(context, tx, true);
      return this.of(caller, tx);
    });
  }

  /** Throws 404; for a token that is kept to perimeters, too, which is told of none. */
  async unwatch(id: string, context: RequestContext): Promise<void> {
    const { database } = this;
    const isId = /^[1-9]\d{0,14}$/.test(id) && !context.caller.reach?.token;
    await database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      const { changes } = await tx.run('DELETE FROM `own_watches` WHERE `user_id` = ? AND `id` = ?', [
        ...[context.caller.userId, isId ? Number(id) : 0],
      ]);
      if (!changes) throw notFound(WATCHES, id);
      await recheckLate(context, tx, true);
    });
  }

  /** The key in a letter by which its reader ends them, without signing in: kept nowhere, and good for nothing else. */
  keyOf(userId: number): string {
    return `${userId}.${this.signature(userId)}`;
  }

  /** Whether letters come to whoever has this key, and their language; undefined for what is no key. Nothing is changed. */
  async byKey(key: string): Promise<{ come: boolean; language: string | null } | undefined> {
    const userId = this.userOf(key);
    if (userId === undefined) return undefined;
    const [row] = await this.database.all(
      'SELECT u.`language` AS `own`, l.`every`, l.`language` FROM `users` u LEFT JOIN `own_letters` l ON l.`user_id` = u.`id` WHERE u.`id` = ?',
      [userId],
    );
    const { own = null, every = null, language = null } = row ?? {};
    return { come: every !== null, language: (language ?? own) as string | null };
  }

  /** Ends the letters of whoever has this key (RFC 8058). Throws 404 for what is no key. */
  async endBy(key: string, context: Omit<RequestContext, 'caller'>): Promise<void> {
    const userId = this.userOf(key);
    if (userId === undefined)
      // The key is told to nobody.
      throw notFound({ path: 'letters', titles: { en: ['Letter', 'Letters'], fr: ['Lettre', 'Lettres'] } }, '…');
    const { address, requestId } = context;
    await this.database.transaction(async (tx) => {
      const { changes } = await tx.run('DELETE FROM `own_letters` WHERE `user_id` = ?', [userId]);
      if (!changes) return;
      const subject = { path: 'users', id: userId };
      const details = { every: 'none', by: 'letter' };
      await this.audit.record({ action: 'letters_chosen', subject, details, context: { address, requestId } }, tx);
    });
  }

  private userOf(key: string): number | undefined {
    const [, id, signature] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(key) ?? [];
    const userId = Number(id);
    if (!signature || !timingSafeEqual(Buffer.from(signature), Buffer.from(this.signature(userId)))) return undefined;
    return userId;
  }

  private signature(userId: number): string {
    return createHmac('sha256', `letters ${tokenSecret(this.config)}`)
      .update(String(userId))
      .digest('base64url');
  }
}

export const SELECT_WATCH = 'SELECT w.`id`, w.`user_id`, w.`href`, w.`name`, w.`created_at` FROM `own_watches` w';

export const watchOf = ({ id, href, name }: Row): Watch => ({
  ...{ id: Number(id), href: String(href), name: String(name) },
});
