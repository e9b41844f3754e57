import { readConfig } from '../../src/config.js';

const KEYS = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

describe('contract 13: the settings of a bucket', () => {
  it('are left out without one', () => {
    expect(readConfig({}).s3).toBeUndefined();
  });
  it('have defaults; a server other than Amazon’s gets the bucket in the path', () => {
    expect(readConfig({ S3_BUCKET: 'map' }).s3).toEqual({
      endpoint: undefined,
      region: 'us-east-1',
      bucket: 'map',
      accessKeyId: undefined,
      secretAccessKey: undefined,
      forcePathStyle: false,
      prefix: '',
    });
    const own = readConfig({ S3_BUCKET: 'map', S3_ENDPOINT: 'http://minio:9000', S3_PREFIX: '/a/b/', ...KEYS }).s3;
    expect(own).toMatchObject({ forcePathStyle: true, prefix: 'a/b/', accessKeyId: 'key' });
  });
  it.each([
    [{ S3_ENDPOINT: 'http://minio:9000' }, 'S3_BUCKET is needed'],
    [{ S3_BUCKET: 'map', S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT must be an address'],
    [{ S3_BUCKET: 'map', S3_ACCESS_KEY_ID: 'key' }, 'belong together'],
    [{ S3_BUCKET: 'map', S3_SECRET_ACCESS_KEY: 'secret' }, 'belong together'],
    [{ S3_BUCKET: 'map', S3_FORCE_PATH_STYLE: 'perhaps' }, 'S3_FORCE_PATH_STYLE must be true or false'],
    [{ DOCUMENTS_PURGE_DAYS: '-1' }, 'DOCUMENTS_PURGE_DAYS must be a whole number'],
  ])('that are wrong stop the start with a sentence: %j', (environment, sentence) => {
    expect(() => readConfig(environment as Record<string, string>)).toThrow(sentence);
  });
});
