/** Documents for others say of each product of an object what was decided of that one. */
import { vexOf } from '../../src/vulnerabilities/vex-out.js';
import type { VulnerabilityAnswer } from '../../src/vulnerabilities/vulnerability-answer.js';

const [LOG4J, OTHER] = ['pkg:maven/org.apache/log4j@2.14.1', 'pkg:maven/org.example/other@1.0'];
const found = (identity: string, state: string) =>
  ({
    ...{ cve: 'CVE-2021-44228', identity, state, reason: null, justification: null, score: null, severity: null },
    object: { type: 'applications', id: 1, name: 'Patient file' },
  }) as unknown as VulnerabilityAnswer;
const ALL = [found(LOG4J, 'open'), found(OTHER, 'not_affected')];

it('CycloneDX: each has a component of its own', () => {
  const { components, vulnerabilities } = vexOf('cyclonedx', ALL, new Date(0)) as {
    components: Array<{ 'bom-ref': string; purl: string }>;
    vulnerabilities: Array<{ analysis: { state: string }; affects: Array<{ ref: string }> }>;
  };
  const purls = new Map(components.map((one) => [one['bom-ref'], one.purl]));
  const said = vulnerabilities.map(({ analysis, affects }) => [analysis.state, purls.get(affects[0]!.ref)]);
  expect(said).toEqual([
    ['in_triage', LOG4J],
    ['not_affected', OTHER],
  ]);
});

it('CSAF: none is both affected and not', () => {
  const { vulnerabilities } = vexOf('csaf', ALL, new Date(0)) as {
    vulnerabilities: Array<{ product_status: Record<string, string[]> }>;
  };
  const all = Object.values(vulnerabilities[0]!.product_status).flat();
  expect([all.length, new Set(all).size]).toEqual([2, 2]);
});
