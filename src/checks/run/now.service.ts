/** One check at this moment, with the rights of whoever asks: nothing is stored (checks 4). */
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/http/caller.js';
import { ApiError, fieldError, forbidden } from '../../core/http/errors.js';
import { Database, type Row } from '../../database/database.js';
import { TimeLimitError } from '../../database/long-read.js';
import { AccessScopes, badParameter, registry } from '../../engine/index.js';
import type { Check } from '../check.js';
import { answersOf, type FindingAnswer } from '../findings/answers.js';
import { BESIDE } from '../findings/list.js';
import type { FindingList } from '../findings/findings.service.js';
import { SeenKinds } from '../findings/visible.js';
import { SEVERITIES } from '../severity.js';
import { Evaluation, type StoredFound } from './evaluate.js';

type Query = Readonly<Record<string, unknown>>;

const [DEFAULT_SIZE, MAX_SIZE, PORTION] = [50, 1000, 500];
const COLUMNS = ['check', 'severity', 'type', 'object_id', 'day'];

@Injectable()
export class NowService {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly evaluation: Evaluation,
  ) {}

  /** What the caller would see of a run of the check. Throws 403 for who could not ask it themselves, 422 where it takes too long. */
  async now(
    check: Check,
    query: Query,
    { caller, language = 'en' }: Pick<RequestContext, 'caller' | 'language'>,
    signal: AbortSignal,
  ): Promise<FindingList> {
    const page = pageOf(query['page']);
    const seen = await SeenKinds.of(caller, this.scopes);
    const hidden = check.kinds.find((path) => !seen.isWhole(path));
    if (hidden !== undefined) throw forbidden(`${registry.get(hidden).key}_access`);
    const { found } = await this.evaluation.of(check, caller.userId, signal).catch((error: unknown) => {
      if (error instanceof TimeLimitError) throw fieldError('check', 'listTime', { seconds: error.seconds });
      throw error instanceof ApiError && error.status === 400 ? new ApiError(422, error.phrase) : error;
    });
    const { database } = this;
    const texts = JSON.stringify({ titles: check.titles, abouts: check.abouts, advices: check.advices });
    const now = database.clock.toStored(Date.now());
    const rowOf = ({ type, id, said, objects }: StoredFound): Row => ({
      ...{ id: 0, check: check.slug, severity: SEVERITIES.indexOf(check.severity), type, object_id: id, state: 'open' },
      ...{
        first_seen: now,
        gone_at: null,
        accepted_until: null,
        reopened: 0,
        said,
        objects,
        accepted_reason: null,
        accepted_by: null,
        accepted_at: null,
        texts,
      },
    });
    return {
      headers: page ? { 'x-page': String(page.number), 'x-page-size': String(page.size) } : {},
      columns: [...COLUMNS, ...BESIDE.filter((name) => !name.startsWith('accepted_'))],
      portions: portions(),
    };

    async function* portions(): AsyncIterable<FindingAnswer[]> {
      let [passed, reported] = [page ? (page.number - 1) * page.size : 0, 0];
      for (let i = 0; i < found.length; i += PORTION) {
        const part = found.slice(i, i + PORTION);
        const answers = await answersOf(part.map(rowOf), seen, database, language);
        let visible = answers.filter(
          ({ name, evidence }, place) => name !== null && (evidence.objects || !part[place]!.objects),
        );
        const skipped = Math.min(passed, visible.length);
        passed -= skipped;
        visible = visible.slice(skipped, page ? skipped + page.size - reported : undefined);
        reported += visible.length;
        if (visible.length) yield visible;
        if (page && reported >= page.size) return;
      }
    }
  }
}

/** Throws 400. */
function pageOf(sent: unknown): { number: number; size: number } | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  const number = (name: 'number' | 'size', usual: number, max: number): number => {
    const value = (sent as Query)[name];
    if (value === undefined || value === '') return usual;
    const read = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
    if (read < 1 || read > max) throw badParameter(`page[${name}]`, 'wantsBetween', { min: 1, max });
    return read;
  };
  return { number: number('number', 1, 1e8), size: number('size', DEFAULT_SIZE, MAX_SIZE) };
}
