/** What became of the requests of a webhook, and those that were given up. */
import type { VNode } from 'preact';
import { numbered, type MapOfKinds } from '../../api/map.js';
import { Wanted, type Names } from '../../api/names.js';
import { useAnswer } from '../../api/use-answer.js';
import { useNames } from '../../api/use-names.js';
import { Answered } from '../../components/answered.js';
import { FramedTable, headed } from '../../components/framed-table.js';
import { isKey, t } from '../../i18n/index.js';
import type { WriteActions } from '../../components/writing.js';
import { HOOKS, moment, resultInWords, type DeadEvent, type Delivery, type Hook, type Sent } from './hook.js';

/** Attempts that are shown, and dead events. */
const [LATEST, MOST_DEAD] = [10, 50];

interface DeliveriesOptions {
  map: MapOfKinds;
  hook: Hook;
  deeds: WriteActions;
}

export function Deliveries({ map, hook, deeds }: DeliveriesOptions): VNode {
  const { answer, again } = useAnswer(`${HOOKS}/${hook.id}/deliveries?limit=${LATEST}`);
  return (
    <>
      <Dead map={map} hook={hook} deeds={deeds} />
      <section aria-labelledby="hook-deliveries">
        <h2 id="hook-deliveries">{t('hooks.deliveries')}</h2>
        <Answered<Delivery[]> answer={answer} again={again}>
          {(attempts) =>
            attempts.length === 0 ? (
              <p class="faint">{t('hooks.deliveries.none')}</p>
            ) : (
              <FramedTable
                label={t('hooks.deliveries')}
                heads={[t('hooks.when'), t('hooks.result'), t('hooks.events.count'), t('hooks.took')]}
                table="objects as-cards"
              >
                {attempts.map((one) => (
                  <tr key={one.id}>
                    <th scope="row">{moment(one.at)}</th>
                    <td data-head={headed(t('hooks.result'))} class={one.error ? 'hook-bad' : undefined}>
                      {resultInWords(one)}
                    </td>
                    <td data-head={headed(t('hooks.events.count'))}>{one.events}</td>
                    <td data-head={headed(t('hooks.took'))}>{t('hooks.ms', { count: one.ms })}</td>
                  </tr>
                ))}
              </FramedTable>
            )
          }
        </Answered>
      </section>
    </>
  );
}

/** Events that the receiver did not take; nothing where there are none. */
function Dead({ map, hook, deeds: { writing, announce } }: DeliveriesOptions): VNode | null {
  const { answer } = useAnswer(`${HOOKS}/${hook.id}/dead?limit=${MOST_DEAD}`);
  const dead = answer && 'status' in answer && answer.status < 400 ? (answer.body as DeadEvent[]) : [];
  const wanted = new Wanted();
  for (const { subject } of dead.flatMap(({ events }) => events)) {
    const { path, id } = objectOf(subject);
    wanted.want(path, id);
  }
  const names = useNames(map, wanted, true);
  if (!dead.length) return null;
  const redeliver = async ({ id }: DeadEvent): Promise<void> => {
    const answered = await writing.write({
      method: 'POST',
      path: `${HOOKS}/${hook.id}/dead/${id}/redeliver`,
      body: {},
    });
    if (!answered) return;
    const sent = answered.body as Sent;
    announce(t(sent.error ? 'hooks.dead.failed' : 'hooks.dead.done', { result: resultInWords(sent) }));
  };
  return (
    <section aria-labelledby="hook-dead">
      <h2 id="hook-dead">{t('hooks.dead')}</h2>
      <p>{t('hooks.dead.about')}</p>
      <FramedTable
        label={t('hooks.dead')}
        heads={[t('hooks.when'), t('hooks.dead.what'), t('hooks.dead.why')]}
        action={t('hooks.dead.again')}
        table="objects as-cards"
      >
        {dead.map((one) => (
          <tr key={one.id}>
            <th scope="row">{moment(one.at)}</th>
            <td data-head={headed(t('hooks.dead.what'))}>{eventsInWords(map, names, one)}</td>
            <td data-head={headed(t('hooks.dead.why'))}>{reasonInWords(one)}</td>
            <td class="row-action">
              <button
                class="small-button"
                type="button"
                disabled={writing.isBusy}
                aria-label={t('hooks.dead.again.of', { what: eventsInWords(map, names, one) })}
                onClick={() => void redeliver(one)}
              >
                {t('hooks.dead.again')}
              </button>
            </td>
          </tr>
        ))}
      </FramedTable>
    </section>
  );
}

const reasonInWords = ({ reason, status }: DeadEvent): string =>
  reason === 'skipped' ? t('hooks.dead.skipped') : resultInWords({ status, error: 'status' });

/** `North campus changed`: the first event of a request and the last. */
const eventsInWords = (map: MapOfKinds, names: Names, { events }: DeadEvent): string =>
  [...new Map(events.map((one) => [one.subject + one.type, one])).values()]
    .map(({ type, subject }) => {
      const { path, id } = objectOf(subject);
      const key = `admin.did.${type.split('.').at(-1)}`;
      return `${names.get(path)?.get(id) ?? numbered(map.kinds.get(path), id)} ${isKey(key) ? t(key) : ''}`.trim();
    })
    .join(' … ');

/** `sites/3` */
function objectOf(subject: string): { path: string; id: number } {
  const [path, id] = subject.split('/');
  return { path: path!, id: Number(id) };
}
