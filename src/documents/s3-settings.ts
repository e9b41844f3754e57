/** The settings of an S3-compatible bucket (contract 13). */

/** A bucket. Without keys, those of the machine's role are used. */
export interface S3Settings {
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  /** The bucket stands in the path, not in the name of the host. */
  forcePathStyle: boolean;
  /** Stands before every name: empty, or ends in a slash. */
  prefix: string;
}

/** How settings are read: one after the other, with what is wrong with them. */
interface SettingsReader {
  readonly problems: string[];
  text(name: string): string | undefined;
  flag(name: string, fallback: boolean): boolean;
}

/** The bucket of the settings; undefined unless one is named. */
export function s3Settings(read: SettingsReader): S3Settings | undefined {
  const { problems } = read;
  const [bucket, endpoint] = [read.text('S3_BUCKET'), read.text('S3_ENDPOINT')];
  const [accessKeyId, secretAccessKey] = [read.text('S3_ACCESS_KEY_ID'), read.text('S3_SECRET_ACCESS_KEY')];
  const region = read.text('S3_REGION') ?? 'us-east-1';
  const forcePathStyle = read.flag('S3_FORCE_PATH_STYLE', endpoint !== undefined);
  const prefix = (read.text('S3_PREFIX') ?? '').replace(/^\/+|\/+$/g, '');
  if (!bucket && (endpoint || accessKeyId)) problems.push('S3_BUCKET is needed beside the other S3 settings.');
  if (endpoint && !(/^https?:/.test(endpoint) && URL.canParse(endpoint))) {
    problems.push(`S3_ENDPOINT must be an address such as https://s3.example.org, not '${endpoint}'.`);
  }
  if (!accessKeyId !== !secretAccessKey) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or none.');
  }
  if (!bucket) return undefined;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle, prefix: prefix && `${prefix}/` };
}
