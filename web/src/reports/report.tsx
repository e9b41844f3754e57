/** One report: what it takes, its files, and its first rows. The address holds what was chosen. */
import type { VNode } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import type { Parameter, ReportFacts } from '../api/openapi.js';
import { parametersOf, reportRequest } from '../api/reports.js';
import { go, place } from '../app/router.js';
import { Downloads } from '../components/downloads.js';
import { fold } from '../components/fold-text.js';
import { RequestBox } from '../components/request-box.js';
import { Titled } from '../components/text.js';
import { isKey, language, LANGUAGES, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { Preview } from './preview-table.js';

type Chosen = Readonly<Record<string, string>>;

/** The page of one report. */
export function ReportPage({ map, report }: { map: MapOfKinds; report: ReportFacts }): VNode {
  const { search, path } = useStore(place);
  const spoken = useStore(language);
  const title = said(report.titles);
  useEffect(() => {
    document.title = `${title.text} · ${t('reports.title')} · Meridian`;
  }, [title.text]);
  const parameters = parametersOf(map, report);
  const query = new URLSearchParams(search);
  const chosen: Chosen = Object.fromEntries(parameters.map(({ name }) => [name, query.get(name) ?? '']));
  const lang = LANGUAGES.find((one) => one === query.get('lang')) ?? spoken;
  const choose = (change: Chosen): void => {
    const next: Chosen = { ...chosen, ...(query.has('lang') && { lang }), ...change };
    const kept = Object.entries(next).filter(([, value]) => value !== '');
    const text = kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    go(`${path}${text && `?${text}`}`, { replace: true });
  };
  const request = (format: string): string => reportRequest(report.name, { format, lang, ...chosen });
  return (
    <>
      <p class="eyebrow">
        <a href="/reports">{t('reports.title')}</a>
      </p>
      <h1>
        <Titled said={title} />
      </h1>
      <p class="lead">
        <Titled said={said(report.abouts)} />
      </p>
      <form class="report-form" aria-label={t('reports.choices')} onSubmit={(event) => event.preventDefault()}>
        {parameters.map((parameter) => (
          <Choice
            key={parameter.name}
            parameter={parameter}
            value={chosen[parameter.name]!}
            onChange={(value) => choose({ [parameter.name]: value })}
          />
        ))}
        <Language value={lang} onChange={(value) => choose({ lang: value })} />
      </form>
      <section aria-labelledby="report-files">
        <h2 id="report-files">{t('reports.files')}</h2>
        <Downloads
          label={t('reports.files')}
          files={report.formats.map((format) => ({
            label: labelOf(format),
            path: request(format),
            ...nameOf(report, format, lang),
          }))}
        />
      </section>
      <Preview map={map} path={`${request('json')}&headings=words`} lang={lang} />
      <RequestBox path={request('json')} docs="reports" />
    </>
  );
}

/** The server names files in English; in French they are called by the title, with the day. */
function nameOf({ name, titles }: ReportFacts, format: string, lang: string): { name: string; isNamed?: true } {
  if (lang !== 'fr' || titles.fr === undefined) return { name: `${name}.${format}` };
  const words = fold(titles.fr)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const day = new Intl.DateTimeFormat('en-CA').format(new Date()).replaceAll('-', '');
  return { name: `${words}-${day}.${format}`, isNamed: true };
}

/** What people call a format. */
function labelOf(format: string): string {
  const key = `reports.format.${format}`;
  return isKey(key) ? t(key) : format.toUpperCase();
}

interface ChoiceOptions {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

/** A parameter: one of a few, several of them, or a value. Empty is what the server takes by itself. */
function Choice({ parameter, value, onChange }: ChoiceOptions): VNode {
  const id = useId();
  const { name, schema, 'x-titles': titles = { en: name }, 'x-choices': choices, 'x-many': isMany } = parameter;
  const title = <Titled said={said(titles)} />;
  const field = schema.format === 'date' ? ({ type: 'date', value } as const) : ({ type: 'text', value } as const);
  if (choices && (isMany || choices.length === 1)) {
    const taken = value.split(',').filter(Boolean);
    return (
      <fieldset class="report-choice">
        <legend>{title}</legend>
        <div class="ticks">
          {choices.map((choice) => (
            <label class="tick" key={choice.value}>
              <input
                type="checkbox"
                checked={taken.includes(choice.value)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = choices.filter((one) => (one === choice ? checked : taken.includes(one.value)));
                  onChange(next.map((one) => one.value).join());
                }}
              />
              <Titled said={said(choice)} />
            </label>
          ))}
        </div>
        {isMany && <p class="faint report-hint">{t('reports.all')}</p>}
      </fieldset>
    );
  }
  return (
    <div class="report-choice">
      <label for={id}>{title}</label>
      {choices ? (
        <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{t('reports.usual')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {said(choice).text}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} {...field} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      )}
    </div>
  );
}

function Language({ value, onChange }: { value: string; onChange: (value: string) => void }): VNode {
  const id = useId();
  const names = new Intl.DisplayNames([language.get()], { type: 'language' });
  return (
    <div class="report-choice">
      <label for={id}>{t('reports.language')}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {names.of(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
