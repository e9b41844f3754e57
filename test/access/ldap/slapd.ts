/** A real OpenLDAP server with a folder, ports and certificates of its own. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SLAPD = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/libexec/slapd'].find(existsSync);

/** `describe`, where a slapd is installed; skipped and said so elsewhere. */
export const describeWithSlapd = SLAPD ? describe : (describe.skip.bind(null) as typeof describe);
if (!SLAPD)
  process.stderr.write('slapd is not installed: the tests of LDAP are skipped (apt-get install slapd ldap-utils).\n');

export const BASE = 'dc=example,dc=org';
export const READER = { dn: `cn=reader,${BASE}`, password: 'reader secret' };
const ROOT = { dn: `cn=root,${BASE}`, password: 'root secret' };

export interface LdapPerson {
  uid: string;
  cn: string;
  mail?: string;
  password?: string;
}

export const dnOf = (cn: string): string =>
  `cn=${cn.replace(/[,+"\\<>;=#]/g, (sign) => `\\${sign}`)},ou=people,${BASE}`;
export const groupDn = (name: string): string => `cn=${name},ou=groups,${BASE}`;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export class Slapd {
  readonly folder = mkdtempSync(join(tmpdir(), 'meridian-slapd-'));
  plainUrl = '';
  tlsUrl = '';
  private child: ChildProcess | undefined;

  static async start(): Promise<Slapd> {
    const server = new Slapd();
    const [plain, tls] = [await freePort(), await freePort()];
    server.plainUrl = `ldap://localhost:${plain}`;
    server.tlsUrl = `ldaps://localhost:${tls}`;
    server.prepare();
    await server.run();
    return server;
  }

  get ca(): string {
    return join(this.folder, 'ca.pem');
  }

  /** A certificate that nobody who believes `ca` believes. */
  get strangersCa(): string {
    return join(this.folder, 'stranger.pem');
  }

  /** Starts it, or starts it again. */
  async run(): Promise<void> {
    const port = Number(new URL(this.plainUrl).port);
    const conf = join(this.folder, 'slapd.conf');
    const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${new URL(this.tlsUrl).port}/`;
    this.child = spawn(SLAPD!, ['-f', conf, '-h', urls, '-d', '0'], { stdio: 'ignore' });
    for (let i = 0; i < 200; i++) {
      if (await answers(port)) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error('slapd does not start');
  }

  /** Ends it; its data stay. */
  async halt(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    this.child = undefined;
  }

  /** It takes connections and says nothing; or goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child!.kill(signal);
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGCONT');
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }

  addPerson({ uid, cn, mail, password }: LdapPerson): void {
    this.add(
      `dn:: ${base64(dnOf(cn))}\nobjectClass: inetOrgPerson\nuid:: ${base64(uid)}\ncn:: ${base64(cn)}\nsn: x\n` +
        (mail ? `mail: ${mail}\n` : '') +
        (password ? `userPassword:: ${base64(password)}\n` : ''),
    );
  }

  addGroup(name: string, members: readonly string[]): void {
    const lines = members.map((dn) => `member:: ${base64(dn)}\n`).join('');
    this.add(`dn: ${groupDn(name)}\nobjectClass: groupOfNames\ncn: ${name}\n${lines}`);
  }

  /** Changes an entry: lines of LDIF behind its DN. */
  modify(dn: string, lines: string): void {
    this.tool('ldapmodify', `dn:: ${base64(dn)}\nchangetype: modify\n${lines}\n`);
  }

  remove(dn: string): void {
    this.tool('ldapmodify', `dn:: ${base64(dn)}\nchangetype: delete\n`);
  }

  /** The id by which an entry is known for good. */
  idOf(dn: string): string {
    return /entryUUID: (\S+)/.exec(this.tool('ldapsearch', '', ['-LLL', '-s', 'base', '-b', dn, 'entryUUID']))![1]!;
  }

  private add(ldif: string): void {
    this.tool('ldapadd', ldif);
  }

  private tool(name: string, input: string, more: readonly string[] = []): string {
    const args = ['-x', '-H', this.plainUrl, '-D', ROOT.dn, '-w', ROOT.password, ...more];
    const { status, stdout, stderr } = spawnSync(name, args, { input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    return stdout;
  }

  private prepare(): void {
    const file = (name: string): string => join(this.folder, name);
    mkdirSync(file('data'));
    const key = (name: string, subject: string, ...more: string[]) =>
      execFileSync(
        'openssl',
        [
          ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
          ...['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`), '-subj', subject, ...more],
        ],
        { stdio: 'ignore' },
      );
    key('ca', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost');
    key('stranger', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost');
    const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema\n`);
    writeFileSync(
      file('slapd.conf'),
      `${schemas.join('')}modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${file('slapd.pid')}
TLSCertificateFile ${this.ca}
TLSCertificateKeyFile ${file('ca.key')}
database mdb
maxsize 16777216
suffix "${BASE}"
rootdn "${ROOT.dn}"
rootpw "${ROOT.password}"
directory ${file('data')}
index uid,cn,entryUUID,member eq
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by * none
`,
    );
    const seed =
      `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n\n` +
      ['people', 'groups']
        .map((name) => `dn: ou=${name},${BASE}\nobjectClass: organizationalUnit\nou: ${name}\n\n`)
        .join('') +
      `dn: ${READER.dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: reader\nuserPassword: ${READER.password}\n`;
    execFileSync('/usr/sbin/slapadd', ['-f', file('slapd.conf')], { input: seed, stdio: ['pipe', 'ignore', 'pipe'] });
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
