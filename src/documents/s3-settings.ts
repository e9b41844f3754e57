/** The settings of an S3-compatible bucket (contract 13). */
import { Flag, readSettings, Text, type Environment } from '../core/settings.js';

class S3Environment {
  @Text('S3_BUCKET') bucket?: string;
  /** Undefined: Amazon's own. */
  @Text('S3_ENDPOINT') endpoint?: string;
  @Text('S3_ACCESS_KEY_ID') accessKeyId?: string;
  @Text('S3_SECRET_ACCESS_KEY') secretAccessKey?: string;
  @Text('S3_REGION') region = 'us-east-1';
  /** The bucket stands in the path, not in the name of the host. */
  @Flag('S3_FORCE_PATH_STYLE') forcePathStyle?: boolean;
  /** Stands before every name: empty, or ends in a slash. */
  @Text('S3_PREFIX') prefix = '';
}

/** A bucket. Without keys, those of the machine's role are used. */
export type S3Settings = Pick<S3Environment, 'region' | 'prefix'> & {
  bucket: string;
  endpoint: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  forcePathStyle: boolean;
};

/** The bucket of the settings; undefined unless one is named. */
export function s3Settings(environment: Environment, problems: string[]): S3Settings | undefined {
  const settings = readSettings(S3Environment, environment, problems);
  const { bucket, endpoint, accessKeyId, secretAccessKey, region } = settings;
  const forcePathStyle = settings.forcePathStyle ?? endpoint !== undefined;
  const prefix = settings.prefix.replace(/^\/+|\/+$/g, '');
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
