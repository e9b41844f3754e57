/** A real server on a real database for a test file, and a client that speaks HTTP to it. */
import 'reflect-metadata';
import { createServer, type Server } from '../../src/server.js';
import { hashPassword } from '../../src/access/password.js';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/database/database.js';
import { checkAnswer } from './answers.js';
import type { Engine, TestDatabase } from './engines.js';
import { exchange } from './exchange.js';
import { fillIfEmpty, makeMap } from './spare-maps.js';

export const ADMIN = { login: 'admin', password: 'Correct-horse-9' };

/** An answer: `body` is the parsed JSON, or the text where it is none. */
export interface TestAnswer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  body: any;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** `null`: no token; left out: the administrator's. */
  token?: string | null;
  /** `false`: the answer is not held to the OpenAPI document. */
  documented?: boolean;
}

export class TestServer {
  token = '';
  private count = 0;

  private constructor(
    readonly engine: Engine,
    readonly url: string,
    readonly server: Server,
    private readonly files: TestDatabase,
  ) {}

  /** Where its database is, as in the setting. */
  get databaseUrl(): string {
    return this.files.url;
  }

  get database(): Database {
    return this.server.database;
  }

  /** Starts a server on a database without objects, or the given one, and signs the administrator in. `settings` as in the environment. */
  static async start(
    engine: Engine,
    settings: Record<string, string> = {},
    files?: TestDatabase,
    admin = ADMIN,
  ): Promise<TestServer> {
    const place = files ?? (await makeMap(engine));
    if (files) await fillIfEmpty(engine, files);
    const server = await createServer(
      readConfig({
        DATABASE_URL: place.url,
        DOCUMENTS_DIR: `${place.folder}/documents`,
        ADMIN_LOGIN: ADMIN.login,
        ADMIN_PASSWORD: ADMIN.password,
        TOKEN_SECRET: 'a secret of the tests, 32 characters or more',
        BCRYPT_COST: '4',
        RATE_LIMIT: '0',
        // A test machine may be busy with other things.
        OVERLOAD_LAG_MS: '0',
        LOGIN_RATE_LIMIT: '0',
        LOG_LEVEL: 'silent',
        PORT: '0',
        // On a database of the older application the server would look at everything by itself, at whatever moment.
        OUTSIDE_WRITES: 'off',
        ...settings,
      }),
    );
    await server.app.listen(0, '127.0.0.1');
    const test = new TestServer(engine, await server.app.getUrl(), server, place);
    test.token = await test.login(admin.login, admin.password);
    return test;
  }

  /** A second server on the same database; it is stopped first, and keeps the database. */
  another(settings: Record<string, string> = {}): Promise<TestServer> {
    return TestServer.start(this.engine, settings, this.files);
  }

  /** Ends the server; the database is dropped unless it is to be kept for another start. */
  async stop(keep = false): Promise<void> {
    await this.server.app.close();
    await this.server.database.close();
    if (!keep) await this.files.drop();
  }

  async login(login: string, password: string): Promise<string> {
    const { status, body } = await this.request('POST', '/api/login', { body: { login, password }, token: null });
    if (status !== 200) throw new Error(`log-in of ${login}: ${status} ${JSON.stringify(body)}`);
    return body.access_token as string;
  }

  /** A user of its own with exactly these abilities; returns a token. Rows are written directly, past all rules. */
  async userWith(abilities: readonly string[]): Promise<{ token: string; id: number; roleId: number; login: string }> {
    const login = `user${++this.count}`;
    const { database } = this;
    const hash = await hashPassword(ADMIN.password, 4);
    const { insertId: id } = await database.run('INSERT INTO users (login, name, password) VALUES (?, ?, ?)', [
      login,
      login,
      hash,
    ]);
    const role = await database.run('INSERT INTO roles (title) VALUES (?)', [`role of ${login}`]);
    const titles = abilities.length ? abilities : [''];
    const rows = await database.all(`SELECT id FROM permissions WHERE ${database.dialect.isIn('title')}`, [
      [...titles],
    ]);
    if (rows.length !== abilities.length) throw new Error(`unknown ability among ${abilities.join(', ')}`);
    for (const row of rows) {
      await database.run('INSERT INTO permission_role (role_id, permission_id) VALUES (?, ?)', [
        role.insertId,
        row['id']!,
      ]);
    }
    await database.run('INSERT INTO role_user (user_id, role_id) VALUES (?, ?)', [id, role.insertId]);
    return { token: await this.login(login, ADMIN.password), id, roleId: role.insertId, login };
  }

  /** One request. A body that is no string or buffer is sent as JSON. */
  async request(
    method: string,
    path: string,
    { body, headers = {}, token, documented = true }: RequestOptions = {},
  ): Promise<TestAnswer> {
    const authorization = token === undefined ? this.token : token;
    const { status, text, ...response } = await exchange(method, this.url + path, body, {
      // Tags of compressed answers differ from those of plain ones; a test that means the former asks for it.
      'accept-encoding': 'identity',
      ...(authorization && { authorization: `Bearer ${authorization}` }),
      ...headers,
    });
    const answer = { status, headers: response.headers, body: parsed(text) };
    const contentType = response.headers.get('content-type') ?? '';
    if (documented) checkAnswer({ method, url: path, status: answer.status, contentType, body: answer.body });
    return answer;
  }

  get(path: string, options?: RequestOptions): Promise<TestAnswer> {
    return this.request('GET', path, options);
  }

  post(path: string, body: unknown, options: RequestOptions = {}): Promise<TestAnswer> {
    return this.request('POST', path, { ...options, body });
  }

  put(path: string, body: unknown, options: RequestOptions = {}): Promise<TestAnswer> {
    return this.request('PUT', path, { ...options, body });
  }

  patch(path: string, body: unknown, options: RequestOptions = {}): Promise<TestAnswer> {
    return this.request('PATCH', path, { ...options, body });
  }

  delete(path: string, options?: RequestOptions): Promise<TestAnswer> {
    return this.request('DELETE', path, options);
  }

  /** The statements that a piece of work runs, but for the check of the token, which is remembered for a second. */
  async statements(work: () => Promise<unknown>): Promise<string[]> {
    const seen: string[] = [];
    this.database.observer = (sql) => {
      if (!sql.includes('FROM own_tokens t')) seen.push(sql);
    };
    try {
      await work();
    } finally {
      this.database.observer = undefined;
    }
    return seen;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
