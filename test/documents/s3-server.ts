/** A real S3 server (s3rver) as a process of its own; its package is installed beside the tests when it is missing. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = join(__dirname, '../s3');
const PROGRAM = join(PACKAGE, 'node_modules/s3rver/bin/s3rver.js');
const INSTALL = ['ci', '--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-timeout=20000'];

/** Where the server keeps the bytes of an object. */
const OBJECT = '._S3rver_object';

/** Tests that need the server; where it cannot be installed they leave a test that says what was left out. */
export function describeWithS3(name: string, body: () => void): void {
  if (isInstalled()) {
    describe(name, body);
    return;
  }
  it(`SKIPPED, the package s3rver cannot be installed here (no registry?): ${name}`, () => {
    console.log(`SKIPPED, the package s3rver cannot be installed here (no registry?): ${name}`);
  });
}

function isInstalled(): boolean {
  if (existsSync(PROGRAM)) return true;
  try {
    execFileSync('npm', INSTALL, { cwd: PACKAGE, stdio: 'pipe', timeout: 90_000 });
  } catch {
    return false;
  }
  return existsSync(PROGRAM);
}

export class S3Server {
  static readonly BUCKET = 'meridian-tests';

  private constructor(
    private readonly child: ChildProcess,
    readonly endpoint: string,
    private readonly folder: string,
  ) {}

  static async start(): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-test-s3-'));
    const options = ['-s', '-d', folder, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', S3Server.BUCKET];
    const child = spawn(process.execPath, [PROGRAM, ...options]);
    const port = await new Promise<string>((resolve, reject) => {
      let output = '';
      const hear = (text: Buffer): void => {
        output += String(text);
        const said = /listening on [\d.]+:(\d+)/.exec(output);
        if (said) resolve(said[1]!);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('close', () => reject(new Error(`s3rver ended:\n${output}`)));
    });
    return new S3Server(child, `http://127.0.0.1:${port}`, folder);
  }

  /** The settings with which Meridian uses it. */
  settings(more: Record<string, string> = {}): Record<string, string> {
    return {
      S3_ENDPOINT: this.endpoint,
      S3_BUCKET: S3Server.BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      ...more,
    };
  }

  /** Names of all objects, but for those that begin with a dot. */
  objects(prefix = ''): string[] {
    const bucket = join(this.folder, S3Server.BUCKET);
    return readdirSync(bucket, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(OBJECT) && name.startsWith(prefix))
      .map((name) => name.slice(prefix.length, -OBJECT.length))
      .filter((name) => !name.startsWith('.'))
      .sort();
  }

  /** Where the bytes of an object lie. */
  pathOf(name: string): string {
    return join(this.folder, S3Server.BUCKET, name + OBJECT);
  }

  /** Puts an object under another name, behind the server's back. */
  rename(from: string, to: string): void {
    for (const file of ['object', 'object.md5', 'metadata.json']) {
      const at = (name: string): string => this.pathOf(name).replace(/object$/, file);
      renameSync(at(from), at(to));
    }
  }

  /** Makes an object as old as that. */
  age(name: string, milliseconds: number): void {
    const at = new Date(Date.now() - milliseconds);
    utimesSync(this.pathOf(name), at, at);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
