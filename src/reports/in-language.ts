/** Tables and documents in the language that a request asks for; what people wrote themselves stays as it is. */
import type { Said } from './locales/fr/index.js';
import type { ReportRun } from './report-run.js';
import type { Block, Document } from '../files/document.js';
import type { Cell, Table } from '../files/table.js';

type Speaking = Pick<ReportRun, 'language' | 'said'>;

/** A table with its name, its headings, and the words of the program in its cells told in a language. */
export function tableIn(table: Table, { language, said }: Speaking): Table {
  if (language === 'en') return table;
  const columns = table.columns.map((column) => (column.given ? column : { ...column, heading: said(column.heading) }));
  return { ...table, name: said(table.name), columns, rows: rowsIn(table, said) };
}

async function* rowsIn({ columns, rows }: Table, said: Said): Table['rows'] {
  const spoken = columns.flatMap(({ words }, i) => (words ? [i] : []));
  for await (const batch of rows) yield spoken.length ? batch.map((row) => rowIn(row, spoken, said)) : batch;
}

function rowIn(row: readonly Cell[], spoken: readonly number[], said: Said): readonly Cell[] {
  const told = [...row];
  for (const i of spoken) {
    const cell = told[i];
    if (typeof cell === 'string') told[i] = said(cell);
  }
  return told;
}

/** A document with its titles, headings and labels told in a language. */
export function documentIn(document: Document, { language, said }: Speaking): Document {
  if (language === 'en') return document;
  return {
    ...document,
    language,
    title: said(document.title),
    contentsTitle: said(document.contentsTitle),
    subtitle: document.subtitle.map(said),
    contents: contentsIn(document.contents, said),
    blocks: blocksIn(document.blocks, said),
  };
}

async function* contentsIn(batches: Document['contents'], said: Said): Document['contents'] {
  for await (const entries of batches) {
    yield entries.map((entry) => (entry.given ? entry : { ...entry, text: said(entry.text) }));
  }
}

async function* blocksIn(batches: Document['blocks'], said: Said): Document['blocks'] {
  for await (const blocks of batches) yield blocks.map((block) => blockIn(block, said));
}

function blockIn(block: Block, said: Said): Block {
  switch (block.kind) {
    case 'heading':
      return block.given ? block : { ...block, text: said(block.text) };
    case 'text':
      return block.lead ? { ...block, text: said(block.text) } : block;
    case 'card': {
      const rows = block.rows.map(([label, content]) => [said(label), content] as const);
      return { ...block, title: block.given ? block.title : said(block.title), rows };
    }
    case 'grid':
      return { ...block, headings: block.headings.map(said) };
    case 'picture':
      return { ...block, caption: said(block.caption) };
    case 'bullets':
      return block;
  }
}
