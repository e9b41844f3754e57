/** Fills a template: with filters on top of its own, as a file for people, and as an address for machines. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { fileNameOf, fillPath, filterQuery, isListed, type Template } from '../api/templates.js';
import { Downloads } from '../components/downloads.js';
import { Fetched } from '../components/fetched.js';
import { KindFilters, KindFilterWords, type FiltersByName } from '../components/kind-filters.js';
import { CopyButton, Words } from '../components/text.js';
import { t } from '../i18n/index.js';
import { Preview, useTried } from './tried.js';

const loadStored = () => import('./workbook.js').then(({ StoredWorkbook }) => ({ default: StoredWorkbook }));

interface FillOptions {
  map: MapOfKinds;
  template: Template;
}

export function Fill({ map, template }: FillOptions): VNode {
  const [filter, setFilter] = useState<FiltersByName>({});
  const { type, query, report, sort, include, body } = template;
  const kind = type === null ? undefined : map.kinds.get(type);
  const isOffered = kind !== undefined && isListed(map, kind);
  const own = template.filter;
  const tried = useTried(
    typeof body === 'string' ? { ...{ type, query, report, sort, include, body }, filter: both(own, filter) } : null,
  );
  const path = fillPath(template, filterQuery(filter));
  return (
    <>
      <section aria-labelledby="template-fill">
        <h2 id="template-fill">{t('templates.fill')}</h2>
        {kind && Object.keys(own).length > 0 && (
          <div class="template-own">
            <span>{t('templates.own-filters')}</span>
            <KindFilterWords map={map} kind={kind} filter={own} />
          </div>
        )}
        {isOffered && <KindFilters map={map} kind={kind} filter={filter} onChange={setFilter} />}
        {kind && !isOffered && <p class="faint">{t('templates.fill.not-listed')}</p>}
        <Downloads
          label={t('templates.fill')}
          files={[
            { label: t('templates.fill.file', { name: fileNameOf(template) }), path, name: fileNameOf(template) },
          ]}
        />
      </section>
      {body !== undefined && (
        <section aria-labelledby="template-preview">
          <h2 id="template-preview">{t('templates.preview')}</h2>
          {body === null ? (
            <Fetched
              load={loadStored}
              with={{ listed: { ...{ type, query, report, sort, include }, filter: both(own, filter) }, template }}
            />
          ) : (
            <Preview tried={tried} />
          )}
        </section>
      )}
      <Machines template={template} path={path} filter={filter} />
    </>
  );
}

/** Filters that all hold: of one name several are a list. */
function both(own: FiltersByName, beside: FiltersByName): FiltersByName {
  const all: Record<string, string | readonly string[]> = { ...own };
  for (const [name, value] of Object.entries(beside)) all[name] = name in all ? [all[name]!, value].flat() : value;
  return all;
}

interface MachinesOptions {
  template: Template;
  path: string;
  filter: FiltersByName;
}

/** How programs get the same file: none of these holds a token, each names a file that does. */
function Machines({ template, path, filter }: MachinesOptions): VNode {
  const address = location.origin + path;
  const name = fileNameOf(template);
  const filters = Object.entries(filter).flatMap(([key, values]) => [values].flat().map((one) => `${key}=${one}`));
  const shell = [
    `curl -sg -o ${quoted(name)} ${quoted(address)}`,
    '  -H "Authorization: Bearer $(cat map.token)"',
  ].join(' \\\n');
  const command = [
    `meridian fill ${quoted(String(template.id))}`,
    ...filters.map((one) => `--filter ${quoted(one)}`),
    `-o ${quoted(name)}`,
  ].join(' ');
  return (
    <section aria-labelledby="template-machines">
      <h2 id="template-machines">{t('templates.machines')}</h2>
      <p>
        <Words text={t('templates.machines.about')} /> <a href="/account">{t('templates.machines.token')}</a>
      </p>
      <Snippet label="curl" text={shell} />
      {template.content_type === 'application/json' && <Snippet label="Prometheus" text={prometheus(address)} />}
      <Snippet label={t('templates.machines.command')} text={command} />
    </section>
  );
}

/** One word of a shell; as it is where nothing in it means something. */
const quoted = (text: string): string => (/^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** What reads the address at every turn, and the token in a file. */
const prometheus = (address: string): string =>
  [
    'scrape_configs:',
    '  - job_name: meridian',
    '    http_sd_configs:',
    `      - url: ${JSON.stringify(address)}`,
    '        authorization:',
    '          credentials_file: /etc/prometheus/map.token',
  ].join('\n');

function Snippet({ label, text }: { label: string; text: string }): VNode {
  return (
    <div class="template-snippet">
      <div class="template-snippet-head">
        <h3>{label}</h3>
        <CopyButton text={text} label={t('templates.copy.of', { name: label })} />
      </div>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
