/** Records of processing (GDPR) that lack what a record must say. */
import { registry } from '../../engine/index.js';
import { grouped, linked, live, tableOf } from './parts.js';
import { portions, type Rule } from './rule.js';

const PATH = 'data-processings';
const TEXTS = ['purpose', 'retention', 'recipients'];
const GROUNDS = ['consent', 'contract', 'legal_obligation', 'vital_interest', 'public_interest', 'legitimate_interest'];
/** Words of the special categories of data (GDPR 9 and 10), in both languages. */
const SENSITIVE =
  /\b(health|medical|genetic|biometric|ethnic|racial|religio\w*|philosophical|political|trade union|sexual|criminal|conviction\w*|disab\w*)|sant[ée]|m[ée]dica\w*|g[ée]n[ée]ti\w*|biom[ée]tri\w*|ethni\w*|racial\w*|religieu\w*|philosophi\w*|politique\w*|syndica\w*|sexuel\w*|p[ée]nal\w*|condamnation\w*|handicap\w*/i;

/** A rich text says something: what is left of it without its tags. */
function isSaid(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const parts = text.split('<').map((part, i) => (i ? part.slice(part.indexOf('>') + 1) : part));
  return parts.join(' ').replaceAll('&nbsp;', ' ').trim() !== '';
}

export const register: Rule = {
  name: 'register',
  about: {
    en: 'Records of processing without purpose, legal basis, retention, recipients or a linked application; those that name sensitive categories and no security control.',
    fr: 'Fiches de traitement sans finalité, base légale, durée de conservation, destinataires ou application liée\u00a0; celles qui nomment des catégories sensibles et aucune mesure de sécurité.',
  },
  options: {},
  kinds: () => [PATH],
  async *find(reading) {
    const applications = grouped(await linked(reading, PATH, 'applications'));
    const processes = grouped(await linked(reading, PATH, 'processes'));
    const [onApplications, onProcesses] = [
      new Set((await linked(reading, 'security-controls', 'applications')).map(([, id]) => id)),
      new Set((await linked(reading, 'security-controls', 'processes')).map(([, id]) => id)),
    ];
    const grounds = GROUNDS.map((name) => `t.\`lawfulness_${name}\` = 1`).join(' OR ');
    const select =
      `SELECT t.\`id\`, ${TEXTS.map((name) => `t.\`${name}\``).join(', ')}, t.\`legal_basis\`, t.\`lawfulness\`, t.\`categories\`, ` +
      `t.\`controls\`, CASE WHEN ${grounds} THEN 1 ELSE 0 END AS grounded FROM ${tableOf(PATH)} t WHERE ${live(registry.get(PATH), 't')}`;
    for await (const row of portions(reading, select, [])) {
      const id = Number(row['id']);
      const hasBasis = Boolean(Number(row['grounded'])) || isSaid(row['legal_basis']) || isSaid(row['lawfulness']);
      const own = applications.get(id) ?? [];
      const fields = [
        ...TEXTS.filter((name) => !isSaid(row[name])),
        ...(hasBasis ? [] : ['legal_basis']),
        ...(own.length ? [] : ['applications']),
      ];
      if (fields.length) {
        yield { type: PATH, id, sentence: 'registerLacks', fields };
        continue;
      }
      const isControlled =
        isSaid(row['controls']) ||
        own.some((one) => onApplications.has(one)) ||
        (processes.get(id) ?? []).some((one) => onProcesses.has(one));
      if (!isControlled && SENSITIVE.test(String(row['categories'] ?? '')))
        yield { type: PATH, id, sentence: 'registerControl', fields: ['categories', 'controls'] };
    }
  },
};
