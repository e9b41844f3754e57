/** What was found and decided, as documents that others read: CycloneDX VEX and CSAF. */
import { createHash } from 'node:crypto';
import type { VulnerabilityAnswer } from './vulnerability-answer.js';
import type { State } from './decisions.js';

export type VexFormat = 'cyclonedx' | 'csaf';

/** A document of what stands of each vulnerability. */
export const vexOf = (format: VexFormat, all: readonly VulnerabilityAnswer[], now: Date): object =>
  format === 'csaf' ? csaf(all, now) : cyclonedx(all, now);

const ANALYSIS: Readonly<Record<State, string>> = {
  open: 'in_triage',
  not_affected: 'not_affected',
  accepted: 'exploitable',
  fixed: 'resolved',
};

/**
 * What identifies a product of an object, the same in every document. An object may carry several, and what is decided of
 * one of them says nothing of the others.
 */
const refOf = ({ object, identity }: VulnerabilityAnswer): string =>
  [object.type, object.id, ...(Object.keys(identityOf(identity)).length ? [identity] : [])].join(':');

function cyclonedx(all: readonly VulnerabilityAnswer[], now: Date): object {
  const components = new Map(
    all.map((one) => [
      refOf(one),
      { type: 'application', 'bom-ref': refOf(one), name: one.object.name, ...identityOf(one.identity) },
    ]),
  );
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { timestamp: now.toISOString() },
    components: [...components.values()],
    vulnerabilities: all.map((one) => ({
      id: one.cve,
      ...(one.score !== null && { ratings: [{ score: one.score, ...(one.severity && { severity: one.severity.toLowerCase() }) }] }), // prettier-ignore
      analysis: {
        state: ANALYSIS[one.state],
        ...(one.state === 'accepted' && { response: ['will_not_fix'] }),
        ...(one.reason !== null && { detail: one.reason }),
      },
      affects: [{ ref: refOf(one) }],
    })),
  };
}

const identityOf = (identity: string): object =>
  identity.startsWith('pkg:') ? { purl: identity } : identity.startsWith('cpe:') ? { cpe: identity } : {};

const STATUS: Readonly<Record<State, string>> = {
  open: 'under_investigation',
  not_affected: 'known_not_affected',
  accepted: 'known_affected',
  fixed: 'fixed',
};

function csaf(all: readonly VulnerabilityAnswer[], now: Date): object {
  const at = now.toISOString();
  const products = new Map(
    all.map((one) => {
      const identity = identityOf(one.identity);
      const helper = Object.keys(identity).length ? { product_identification_helper: identity } : {};
      return [refOf(one), { name: one.object.name || refOf(one), product_id: refOf(one), ...helper }];
    }),
  );
  const byCve = new Map<string, VulnerabilityAnswer[]>();
  for (const one of all) byCve.set(one.cve, [...(byCve.get(one.cve) ?? []), one]);
  const id = createHash('sha256')
    .update(JSON.stringify([...byCve.keys(), at]))
    .digest('hex')
    .slice(0, 16);
  return {
    document: {
      ...{ category: 'csaf_vex', csaf_version: '2.0', title: 'Vulnerabilities of the map' },
      publisher: { category: 'user', name: 'Meridian', namespace: 'https://meridian.invalid' },
      tracking: {
        ...{ id: `MERIDIAN-${id}`, status: 'final', version: '1', initial_release_date: at, current_release_date: at },
        revision_history: [{ date: at, number: '1', summary: 'As it stood then.' }],
      },
    },
    product_tree: { full_product_names: [...products.values()] },
    vulnerabilities: [...byCve].map(([cve, ones]) => ({
      ...(cve.startsWith('CVE-') ? { cve } : { ids: [{ system_name: 'advisory', text: cve }] }),
      product_status: groupedBy(ones, ({ state }) => STATUS[state]),
      ...noted(ones),
    })),
  };
}

function groupedBy(
  ones: readonly VulnerabilityAnswer[],
  key: (one: VulnerabilityAnswer) => string,
): Record<string, string[]> {
  // prettier-ignore
  const groups: Record<string, string[]> = {};
  for (const one of ones) (groups[key(one)] ??= []).push(refOf(one));
  return groups;
}

/** CSAF wants to know why a product is not affected. */
function noted(ones: readonly VulnerabilityAnswer[]): object {
  const threats = ones
    .filter(({ state }) => state === 'not_affected')
    .map((one) => ({ category: 'impact', details: one.reason ?? one.justification ?? 'Not affected.', product_ids: [refOf(one)] })); // prettier-ignore
  return threats.length ? { threats } : {};
}
