/** The OpenAPI document of the whole program: what each room describes of its routes, in the order in which people read it. */
import { access } from './access/access.openapi.js';
import { perimeters } from './access/perimeters/perimeters.openapi.js';
import { historyChapter } from './audit/history/history.openapi.js';
import { journalChapter } from './audit/journal.openapi.js';
import { peopleChapter } from './audit/people.openapi.js';
import { calendars } from './checks/calendar/calendar.openapi.js';
import { checks } from './checks/checks.openapi.js';
import { letters } from './checks/letters/letters.openapi.js';
import { documents } from './documents/documents.openapi.js';
import { events } from './events/events.openapi.js';
import { webhooks } from './events/webhooks/webhooks.openapi.js';
import { exchange } from './exchange/exchange.openapi.js';
import { provenance } from './feed/provenance/provenance.openapi.js';
import { feedPlans } from './feed/runs/plans.openapi.js';
import { feedSources } from './feed/sources/sources.openapi.js';
import { graph } from './graph/graph.openapi.js';
import { merging } from './merge/merge.openapi.js';
import type { MakeChapter } from './openapi/chapter.js';
import { openApi } from './openapi/document.js';
import type { OpenApi } from './openapi/model.js';
import { operations } from './operations/operations.openapi.js';
import { pictures } from './pictures/pictures.openapi.js';
import { queries } from './queries/queries.openapi.js';
import { reports } from './reports/reports.openapi.js';
import { searchAndSummary } from './search/search.openapi.js';
import { sharedTables } from './shared-tables/shared-tables.openapi.js';
import { templates } from './templates/templates.openapi.js';
import { vulnerabilities } from './vulnerabilities/vulnerabilities.openapi.js';

const CHAPTERS: readonly MakeChapter[] = [
  access,
  perimeters,
  searchAndSummary,
  sharedTables,
  peopleChapter,
  journalChapter,
  reports,
  templates,
  checks,
  calendars,
  letters,
  events,
  historyChapter,
  webhooks,
  graph,
  pictures,
  feedSources,
  feedPlans,
  vulnerabilities,
  operations,
  queries,
  documents,
  provenance,
  exchange,
  merging,
];

/** The document of this release. */
export const apiDocument = (): OpenApi => openApi(CHAPTERS);
