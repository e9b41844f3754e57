/** What is known and from where: sources with their dates, and files that are imported here. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { importSource, mayImportSources, type VulnerabilitySource } from '../api/vulnerabilities.js';
import { DropZone } from '../components/drop-zone.js';
import { FramedTable } from '../components/framed-table.js';
import { Problem } from '../components/problem.js';
import { day } from '../components/vulnerability.js';
import { isKey, locale, t } from '../i18n/index.js';

interface SourcesOptions {
  map: MapOfKinds;
  sources: readonly VulnerabilitySource[];
  staleAfter: number;
  again: () => void;
}

export function Sources({ map, sources, staleAfter, again }: SourcesOptions): VNode {
  const heads = ['name', 'holds', 'records', 'data', 'imported', 'age'] as const;
  return (
    <section class="part" aria-labelledby="sources">
      <h2 id="sources" tabIndex={-1}>
        {t('vulnerabilities.sources')}
      </h2>
      <p class="faint">
        {t('vulnerabilities.sources.about')}{' '}
        {staleAfter > 0 && t('vulnerabilities.sources.stale', { count: staleAfter })}
      </p>
      <FramedTable
        label={t('vulnerabilities.sources')}
        heads={heads.map((head) => t(`vulnerabilities.source.${head}`))}
      >
        {sources.map((one) => (
          <tr key={one.name}>
            <th scope="row">{one.name}</th>
            <td>
              {one.kinds.map(kindInWords).join(', ')}
              {one.covers.length > 0 && (
                <small class="faint"> {t('vulnerabilities.source.covers', { all: coversInWords(one.covers) })}</small>
              )}
            </td>
            <td>{one.records.toLocaleString(locale())}</td>
            <td>{one.data_at && day(one.data_at)}</td>
            <td>{one.imported_at && day(one.imported_at)}</td>
            <td>
              {one.stale ? (
                <span class="severity is-critical">{t('vulnerabilities.source.stale')}</span>
              ) : (
                t('vulnerabilities.source.fresh')
              )}
            </td>
          </tr>
        ))}
      </FramedTable>
      <ImportSources map={map} again={again} />
    </section>
  );
}

const FEW = 4;

const coversInWords = (all: readonly string[]): string =>
  all.length > FEW ? `${all.slice(0, FEW).join(', ')}, … (${all.length})` : all.join(', ');

function kindInWords(kind: string): string {
  const key = `vulnerabilities.source.kind.${kind}`;
  return isKey(key) ? t(key) : kind;
}

interface Imported {
  name: string;
  records?: number;
  inserted?: number;
  updated?: number;
  skipped?: boolean;
  problem?: { status: number; body: unknown };
}

/** A place for files of what is known, for who may import; others read who does. */
export function ImportSources({ map, again }: { map: MapOfKinds; again: () => void }): VNode {
  const [working, setWorking] = useState('');
  const [done, setDone] = useState<readonly Imported[]>([]);
  const input = useRef<HTMLInputElement>(null);
  if (!mayImportSources(map)) return <p class="faint">{t('vulnerabilities.import.not-allowed')}</p>;
  const take = async (files: readonly File[]): Promise<void> => {
    if (working || !files.length) return;
    setDone([]);
    const results: Imported[] = [];
    for (const file of files) {
      setWorking(file.name);
      const { status, body } = await importSource(file);
      results.push(
        status < 400 ? { ...(body as Imported), name: file.name } : { name: file.name, problem: { status, body } },
      );
      setDone([...results]);
    }
    setWorking('');
    if (input.current) input.current.value = '';
    // What was refused stays in sight: the list behind it is read anew where something came in.
    if (results.some(({ problem }) => !problem)) again();
  };
  return (
    <div class="vulnerability-import for-screen">
      <h3>{t('vulnerabilities.import')}</h3>
      <DropZone
        label={t('vulnerabilities.import.drop')}
        multiple
        input={input}
        disabled={working !== ''}
        onFiles={(files) => void take(files)}
      >
        <p class="faint">{t('vulnerabilities.import.about')}</p>
        <p role="status">{working && t('vulnerabilities.import.working', { name: working })}</p>
      </DropZone>
      <ul class="vulnerability-imported">
        {done.map((one) => (
          <li key={one.name}>
            {one.problem ? (
              <>
                <strong>{one.name}</strong>
                <Problem {...one.problem} />
              </>
            ) : (
              <>
                <strong>{one.name}</strong>
                {t('colon')}
                {one.skipped
                  ? t('vulnerabilities.import.skipped')
                  : t('vulnerabilities.import.done', {
                      count: one.records ?? 0,
                      fresh: (one.inserted ?? 0).toLocaleString(locale()),
                      changed: (one.updated ?? 0).toLocaleString(locale()),
                    })}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
