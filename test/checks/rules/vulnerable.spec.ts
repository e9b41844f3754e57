/** Known vulnerabilities. @seconds 10 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFeed } from '../../../src/vulnerabilities/feeds/feed.js';
import { importFeed } from '../../../src/vulnerabilities/feeds/import-feed.js';
import { cpe, nvd, nvdFeed } from '../../vulnerabilities/feeds.js';
import { ruleTable } from './rule-table.js';

ruleTable(
  'vulnerable',
  async ({ make, server, ids }) => {
    const score = (baseScore: number) => ({
      metrics: { cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore } }] },
    });
    const hit = (cve: string, product: string, base: number): ReturnType<typeof nvd> =>
      nvd(cve, [cpe(`acme:${product}`, '*', { versionEndExcluding: '2' })], score(base));
    const path = join(tmpdir(), `vulnerable-${process.pid}-${server.engine}.json`);
    writeFileSync(
      path,
      JSON.stringify(
        nvdFeed([
          ...[
            hit('CVE-2099-0001', 'severe', 9.8),
            hit('CVE-2099-0002', 'severe', 7.1),
            hit('CVE-2099-0003', 'edge', 7),
          ],
          ...[hit('CVE-2099-0004', 'mild', 6.9), hit('CVE-2099-0005', 'used', 5), hit('CVE-2099-0006', 'decided', 9)],
        ]),
      ),
    );
    await importFeed(server.database, fileFeed(path));
    await server.database.run("INSERT INTO own_kev (cve_id, ransomware) VALUES ('CVE-2099-0005', 0)");
    for (const name of ['severe', 'edge', 'mild', 'used', 'decided'])
      await make(name, 'applications', { vendor: 'acme', product: name, version: '1' });
    await make('mended', 'applications', { vendor: 'acme', product: 'severe', version: '2' });
    await make('unheard', 'applications', { vendor: 'acme', product: 'other', version: '1' });
    const { body } = await server.get(`/api/applications/${ids['decided']}/vulnerabilities`);
    const decided = await server.patch(`/api/vulnerabilities/${body.data[0].id}`, {
      state: 'accepted',
      reason: 'Known',
    });
    expect(decided.status).toBe(200);
  },
  [
    {
      title: 'of score 7',
      found: {
        severe: { message: 'Known vulnerabilities: 2, the worst of them CVE-2099-0001 (9.8).' },
        edge: {},
        used: { message: 'Known vulnerabilities: 1, the worst of them CVE-2099-0005 (5); 1 known to be exploited.' },
      },
      near: ['mild', 'decided', 'mended', 'unheard'],
    },
    {
      title: 'that are exploited',
      options: { known_exploited: true, score: 0 },
      found: { used: {} },
      near: ['severe', 'mild'],
    },
  ],
);
