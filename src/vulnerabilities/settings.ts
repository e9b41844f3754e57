/** The settings of known vulnerabilities: where they are asked for, beside those that were imported (contract 13). */
import { Flag, OneOf, readSettings, Setting, Text, WholeNumber, type Environment } from '../core/settings.js';

const HOUR = 3_600_000;

/** An http or https address. It is shown in reports, so it must not hold a secret. */
const WebAddress = (name: string): PropertyDecorator =>
  Setting(
    name,
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? text : undefined;
    },
    () => `${name} must be an http or https address without a user, such as https://cve.example.org.`,
  );

/** Times are milliseconds. */
export class CveSettings {
  /** Undefined: nobody is asked. */
  @WebAddress('CVE_PROVIDER_URL') readonly providerUrl: string | undefined;
  @OneOf('CVE_PROVIDER_KIND', ['vulnerability-lookup', 'nvd'])
  readonly providerKind: 'vulnerability-lookup' | 'nvd' = 'vulnerability-lookup';
  @Text('NVD_API_KEY') readonly nvdApiKey: string | undefined;
  /** The name of the provider may resolve to a private address. */
  @Flag('CVE_PROVIDER_ALLOW_PRIVATE') readonly allowPrivate: boolean = false;
  @WholeNumber('CVE_HTTP_TIMEOUT_MS', 100, 600_000) readonly timeout: number = 10_000;
  @WholeNumber('CVE_HTTP_RETRIES', 0, 10) readonly retries: number = 2;
  @WholeNumber('CVE_CONCURRENCY', 1, 64) readonly concurrency: number = 4;
  /** How long an answer is taken for fresh. */
  @WholeNumber('CVE_CACHE_TTL_H', 0, 8760, HOUR) readonly cacheTtl: number = 24 * HOUR;
  /** Days after which imported feeds are told to be old; 0: never. */
  @WholeNumber('CVE_STALE_DAYS', 0, 3650) readonly staleAfter: number = 7;
  /** How long one report may ask. */
  @WholeNumber('CVE_REPORT_BUDGET_MS', 0, HOUR) readonly budget: number = 60_000;
}

/** The settings; what is wrong is added to `problems`. */
export const cveSettings = (environment: Environment, problems: string[]): Readonly<CveSettings> =>
  Object.freeze(readSettings(CveSettings, environment, problems));
