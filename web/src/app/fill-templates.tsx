/** The templates that list objects of a kind, each filled with what a table shows: its filters come on top. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { fileNameOf, fillPath, TEMPLATES, type Template } from '../api/templates.js';
import { Downloads } from '../components/downloads.js';
import { Read } from '../components/read.js';
import { templateInWords } from '../components/template-words.js';
import { t } from '../i18n/index.js';

export interface FillTemplatesOptions {
  map: MapOfKinds;
  kind: Kind;
  /** The filters of the table, as a part of a query. */
  query: string;
}

export default function FillTemplates({ kind, query }: FillTemplatesOptions): VNode {
  return (
    <Read<Template[]> path={TEMPLATES}>
      {(all) => {
        const offered = all.filter(({ type }) => type === kind.path);
        if (!offered.length) return <div class="faint">{t('templates.fill-with.none')}</div>;
        return (
          <>
            <div class="faint">{t('templates.fill-with')}</div>
            <Downloads
              label={t('templates.title')}
              files={offered.map((one) => ({
                label: templateInWords(one).name,
                path: fillPath(one, query),
                name: fileNameOf(one),
              }))}
            />
          </>
        );
      }}
    </Read>
  );
}
