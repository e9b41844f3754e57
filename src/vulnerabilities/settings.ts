/** The settings of known vulnerabilities: where they are asked for, beside those that were imported (contract 13). */

/** Times are milliseconds. */
export interface CveSettings {
  /** Undefined: nobody is asked. */
  readonly providerUrl: string | undefined;
  readonly providerKind: 'vulnerability-lookup' | 'nvd';
  readonly nvdApiKey: string | undefined;
  /** The name of the provider may resolve to a private address. */
  readonly allowPrivate: boolean;
  readonly timeout: number;
  readonly retries: number;
  readonly concurrency: number;
  /** How long an answer is taken for fresh. */
  readonly cacheTtl: number;
  /** How long one report may ask. */
  readonly budget: number;
}

/** Reads one setting after the other and collects what is wrong with them. */
interface SettingsReader {
  readonly problems: string[];
  text(name: string): string | undefined;
  number(name: string, fallback: number, min: number, max: number): number;
  flag(name: string, fallback: boolean): boolean;
  choice(name: string, fallback: string, allowed: readonly string[]): string;
}

const KINDS: ReadonlyArray<CveSettings['providerKind']> = ['vulnerability-lookup', 'nvd'];
const HOUR = 3_600_000;

/** The settings; what is wrong is left with the reader. */
export function readCveSettings(read: SettingsReader): CveSettings {
  return Object.freeze({
    providerUrl: webAddress('CVE_PROVIDER_URL', read),
    providerKind: read.choice('CVE_PROVIDER_KIND', KINDS[0]!, KINDS) as CveSettings['providerKind'],
    nvdApiKey: read.text('NVD_API_KEY'),
    allowPrivate: read.flag('CVE_PROVIDER_ALLOW_PRIVATE', false),
    timeout: read.number('CVE_HTTP_TIMEOUT_MS', 10_000, 100, 600_000),
    retries: read.number('CVE_HTTP_RETRIES', 2, 0, 10),
    concurrency: read.number('CVE_CONCURRENCY', 4, 1, 64),
    cacheTtl: read.number('CVE_CACHE_TTL_H', 24, 0, 8760) * HOUR,
    budget: read.number('CVE_REPORT_BUDGET_MS', 60_000, 0, HOUR),
  });
}

/** An http or https address. It is shown in reports, so it must not hold a secret. */
function webAddress(name: string, read: SettingsReader): string | undefined {
  const text = read.text(name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return text;
  read.problems.push(`${name} must be an http or https address without a user, such as https://cve.example.org.`);
  return undefined;
}
