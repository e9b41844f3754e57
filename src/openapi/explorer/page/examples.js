/** Requests that show how a resource is read, as its description lists them. */
import { words } from './dom.js';

/** The examples of a tag, as `example.js` takes them. */
export function examplesOf(tag, description) {
  const told = description.operationsOf(tag).flatMap((operation) =>
    (operation['x-requests'] ?? []).map(({ summary, description: about, path }) => ({
      title: summary,
      about: words(about),
      method: operation.method.toUpperCase(),
      path,
    })),
  );
  const first = description.exampleOf(tag);
  if (!first) return told;
  const whole = {
    title: 'One object with its links',
    about: words('A single read gives all columns, then the ids of everything that it is linked to.'),
    method: 'GET',
    path: `/api/${tag['x-resource']}/${first.id}`,
  };
  return [...told, whole];
}
