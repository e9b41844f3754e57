/** Sends the letters that are due: one replica at a time, one letter after the other, and nothing else waits for it (checks 6). */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Counter, Registry } from 'prom-client';
import { TokenService } from '../../access/token.service.js';
import { CONFIG, type Config } from '../../config.js';
import { Database, type Param, type Row } from '../../database/database.js';
import { Lease } from '../../operations/maintenance/lease.js';
import { Metrics } from '../../operations/metrics.js';
import { Digest, type Every } from './digest.js';
import { LettersService, SELECT_WATCH, watchOf } from './letters.service.js';
import { nextAttempt, nextLetter } from './next-letter.js';
import type { MailSettings } from './settings.js';
import { writeHtml, writeText } from './write-letter.js';

const SECOND = 1000;
/** Milliseconds between two looks at what is due. */
const LOOK = 60 * SECOND;
/** Milliseconds after which the work of a replica that is gone is free, and in which it says that it goes on. */
const [LEASE, RENEW] = [60 * SECOND, 15 * SECOND];
/** Letters that are read at once. */
const PORTION = 50;
/** Milliseconds that the server of mail has to answer. */
const TIMEOUT = 20 * SECOND;
const MAX_ERROR = 255;
/** Faults of the server and not of one letter: the others need not be tried now. */
const OF_SERVER = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS', 'EPROTOCOL', 'ENOAUTH']);

@Injectable()
export class LetterSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Letters');
  private readonly lease: Lease;
  private readonly counter: Counter<'outcome'>;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private ending = false;

  constructor(
    private readonly database: Database,
    private readonly tokens: TokenService,
    private readonly letters: LettersService,
    private readonly digest: Digest,
    metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.lease = new Lease(database, 'letters', LEASE);
    const registry = new Registry();
    const help = 'Letters that the server of mail took, and attempts that failed.';
    this.counter = new Counter({
      name: 'meridian_letters_total',
      help,
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of ['sent', 'failed']) this.counter.inc({ outcome }, 0);
    metrics.add(registry);
  }

  onApplicationBootstrap(): void {
    if (this.config.mail) this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.ending = true;
    clearTimeout(this.timer);
    await this.working;
  }

  /** Sends what is due, unless another replica is at it. */
  look(): Promise<void> {
    return (this.working ??= this.sendDue()
      .catch((error: Error) => {
        if (!this.ending) this.logger.error(error.message);
      })
      .finally(() => (this.working = undefined)));
  }

  private schedule(): void {
    if (this.ending) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.schedule()), LOOK);
    this.timer.unref();
  }

  private async sendDue(): Promise<void> {
    const { mail } = this.config;
    if (!mail || !(await this.due(1)).length || !(await this.lease.take())) return;
    let isOurs = true;
    const renewing = setInterval(() => {
      this.lease.renew().then(
        (is) => (isOurs &&= is),
        () => undefined,
      );
    }, RENEW);
    renewing.unref();
    const post = postTo(mail);
    try {
      let away: string | undefined;
      for (let rows = await this.due(PORTION); rows.length; rows = await this.due(PORTION))
        for (const row of rows) {
          if (!isOurs || this.ending) return;
          away = await this.send(row, post, away);
        }
    } finally {
      clearInterval(renewing);
      post.close();
      if (isOurs) await this.lease.release().catch(() => undefined);
    }
  }

  private due(most: number): Promise<Row[]> {
    const sql = `SELECT * FROM \`own_letters\` WHERE \`next_at\` <= ? ORDER BY \`next_at\`, \`user_id\` LIMIT ${most}`;
    return this.database.all(sql, [Date.now()]);
  }

  /**
   * Writes one letter of what its reader may see at this moment, and sends it.
   * @param away why the server of mail takes nothing now
   * @returns why it takes nothing, if that is so
   */
  private async send(row: Row, post: Post, away: string | undefined): Promise<string | undefined> {
    const userId = Number(row['user_id']);
    const every = row['every'] as Every;
    const { clock } = this.database;
    const now = Date.now();
    const next = nextLetter(now, every, this.config.timeZone);
    if (away !== undefined) {
      await this.noteFailure(row, next, away);
      return away;
    }
    const reader = await this.tokens.rightsOf(userId);
    const [user] = await this.database.all('SELECT `email` FROM `users` WHERE `id` = ?', [userId]);
    const address = String(user?.['email'] ?? '');
    // Who may not come in, or has no address any more, is written to no more until that is otherwise.
    if (!reader || !address) {
      await this.note(userId, { next_at: next });
      return undefined;
    }
    const watches = (
      await this.database.all(`${SELECT_WATCH} WHERE w.\`user_id\` = ? ORDER BY w.\`id\``, [userId])
    ).map(watchOf);
    const seenAt = clock.toStored(now);
    const last = {
      ...{ every, seenAt: String(row['seen_at']), place: row['place'] as string | null },
      isFirst: row['sent_at'] === null,
    };
    // In the language that their reader chose for them, or of the page on which they were asked for.
    const language = (row['language'] as string | null) ?? reader.language;
    const { letter, place } = await this.digest.of(last, seenAt, watches, { ...reader, language, readOnly: true });
    const seen = { seen_at: seenAt, place, next_at: next, failing_since: null, error: null };
    if (!letter) {
      await this.note(userId, seen);
      return undefined;
    }
    try {
      await post.send({
        to: address,
        ...{ subject: letter.subject, text: writeText(letter), html: writeHtml(letter) },
        unsubscribe: `${this.config.publicUrl}/letters/${this.letters.keyOf(userId)}`,
        language: letter.language,
      });
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      await this.noteFailure(row, next, message);
      return OF_SERVER.has(code) ? message : undefined;
    }
    this.counter.inc({ outcome: 'sent' });
    // Where the server ends between the two, the letter comes once more: better than never.
    await this.note(userId, { ...seen, sent_at: clock.toStored(Date.now()) });
    return undefined;
  }

  /** It is tried again for a day; what was to be said is said by the letter that comes through. */
  private async noteFailure(row: Row, next: number, message: string): Promise<void> {
    const now = Date.now();
    const since = row['failing_since'] === null ? now : Number(row['failing_since']);
    const again = nextAttempt(now, since);
    this.counter.inc({ outcome: 'failed' });
    const error = message.replace(/\s+/g, ' ').slice(0, MAX_ERROR);
    const userId = Number(row['user_id']);
    this.logger.warn(
      `The letter to user ${userId} was not taken: ${error}. ${again === undefined ? 'It is given up after a day.' : 'It is tried again.'}`,
    );
    await this.note(userId, { next_at: again ?? next, failing_since: again === undefined ? null : since, error });
  }

  private async note(userId: number, set: Readonly<Record<string, Param>>): Promise<void> {
    const names = Object.keys(set).map((name) => `\`${name}\` = ?`);
    await this.database.run(`UPDATE \`own_letters\` SET ${names.join(', ')} WHERE \`user_id\` = ?`, [
      ...[...Object.values(set), userId],
    ]);
  }
}

/** Who takes letters. */
interface Post {
  send(letter: {
    to: string;
    subject: string;
    text: string;
    html: string;
    unsubscribe: string;
    language: string;
  }): Promise<void>;
  close(): void;
}

/** One connection to the server of mail. Passwords go over encrypted ones alone. */
function postTo({ url, from }: MailSettings): Post {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    ...{ pool: true, maxConnections: 1, host: hostname.replace(/^\[|\]$/g, ''), secure },
    port: port ? Number(port) : secure ? 465 : 587,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !secure,
    }),
    ...{ connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT, dnsTimeout: TIMEOUT },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    send: async ({ to, subject, text, html, unsubscribe, language }) => {
      await transport.sendMail({
        ...{ from, to: { name: '', address: to }, subject, text, html },
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Content-Language': language,
          'Auto-Submitted': 'auto-generated',
        },
      });
    },
    close: () => transport.close(),
  };
}
