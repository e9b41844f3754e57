/** Where the journal is told to whoever watches over security. */
import { readSettings, Setting, Text, type Environment } from '../../core/settings.js';

/** Where syslog messages go. */
export interface SyslogTarget {
  transport: 'tls' | 'tcp' | 'udp';
  host: string;
  port: number;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
const SYSLOG_PORTS = { tls: 6514, tcp: 601, udp: 514 };

/** Undefined for what is no address, or goes over a network where everybody can read it. */
function syslogIn(text: string): SyslogTarget | undefined {
  const [, transport, host, port] = /^(tls|tcp|udp):\/\/([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (!transport || !host || Number(port ?? 1) < 1 || Number(port ?? 1) > 65535) return undefined;
  const how = transport.toLowerCase() as SyslogTarget['transport'];
  if (how !== 'tls' && !LOOPBACK.test(host)) return undefined;
  return { transport: how, host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? SYSLOG_PORTS[how]) };
}

function httpIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return undefined;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)) ? text : undefined;
}

class SiemEnvironment {
  @Setting(
    'AUDIT_SYSLOG',
    syslogIn,
    (text) =>
      `AUDIT_SYSLOG must be an address such as tls://siem.example.org:6514 (tcp:// and udp:// on this machine only), not '${text}'.`,
  )
  syslog: SyslogTarget | undefined;
  /** A file with the certificates that the receiver's is signed by; undefined: those that Node knows. */
  @Text('AUDIT_SYSLOG_CA') syslogCa: string | undefined;
  @Setting(
    'AUDIT_HTTP',
    httpIn,
    (text) =>
      `AUDIT_HTTP must be an https address without user and password, such as https://siem.example.org/events, not '${text}'.`,
  )
  http: string | undefined;
}

export type SiemSettings = Readonly<SiemEnvironment>;

/** The settings. What is wrong is added to `problems`. */
export const siemSettings = (environment: Environment, problems: string[]): SiemSettings =>
  Object.freeze(readSettings(SiemEnvironment, environment, problems));
