/** Long files, and others who wait meanwhile. @seconds 5 */
import { longestTurn } from '../support/least.js';
import { TestServer } from '../support/server.js';

it('a file of many short rows lets others have their turn', async () => {
  const server = await TestServer.start('sqlite');
  try {
    const form = new FormData();
    const rows = Array.from({ length: 200_000 }, (_, i) => `${i + 1},\n`);
    form.append('file', new Blob(['id,name\n', rows.join('')]), 'sites.csv');
    let answer: { status: number; text: string } | undefined;
    const longest = await longestTurn(async () => {
      const headers = { authorization: `Bearer ${server.token}` };
      const response = await fetch(`${server.url}/api/sites/import`, { method: 'POST', headers, body: form });
      answer = { status: response.status, text: await response.text() };
    });
    expect(answer).toEqual({ status: 200, text: expect.any(String) });
    expect(longest).toBeLessThan(130);
  } finally {
    await server.stop();
  }
});
