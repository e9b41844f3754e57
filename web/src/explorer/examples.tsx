/** Requests that show how a resource is read, as its description lists them. */
import type { Description } from '../api/description.js';
import type { Tag } from '../api/openapi.js';
import { Told, Words } from '../components/text.js';
import { t } from '../i18n/index.js';
import type { ExampleRequest } from './example.js';

/** The examples of a tag. */
export function examplesOf(tag: Tag, description: Description): ExampleRequest[] {
  const told = description.operationsOf(tag).flatMap((operation) =>
    (operation['x-requests'] ?? []).map(({ summary, description: about, path }) => ({
      title: summary,
      about: <Told text={about} />,
      method: operation.method.toUpperCase(),
      path,
      isTold: true,
    })),
  );
  const first = description.exampleOf(tag);
  if (!first) return told;
  const whole = {
    title: t('examples.one'),
    about: <Words text={t('examples.one.about')} />,
    method: 'GET',
    path: `/api/${tag['x-resource']}/${String(first['id'])}`,
  };
  return [...told, whole];
}
