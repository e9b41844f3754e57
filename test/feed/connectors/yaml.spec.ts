/** What reading YAML costs: each name is looked at once, however many there are. */
import { ApiError } from '../../../src/core/http/errors.js';
import { yamlText } from '../../../src/feed/connectors/reading.js';
import { least, processorMs } from '../../support/least.js';

const flat = (names: number): string => Array.from({ length: names }, (_, i) => `key_${i}: value ${i}\n`).join('');
const read = (text: string): Promise<unknown[]> =>
  yamlText(text, (reason) => new ApiError(400, reason.key, reason.values));

it('a flat mapping of twice as many names takes about twice as long', async () => {
  const [some, twice] = [flat(25_000), flat(50_000)];
  await read(some);
  const first = await least(0, () => processorMs(() => read(some)));
  expect(await least(first * 2.5, () => processorMs(() => read(twice)))).toBeLessThan(first * 2.5);
});
