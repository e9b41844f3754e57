/** The reader's second factors: listed, set up, removed; and their recovery codes. Also where one must be set up before anything else. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { arePasskeysOffered, makePasskey, PasskeyFailed } from '../api/factors.js';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from './answered.js';
import { FramedTable, headed } from './framed-table.js';
import { CopyButton } from './text.js';
import { ConfirmButton, Field, Refused, useDeeds, useWriting } from './writing.js';
import { locale, t } from '../i18n/index.js';
import './factors.css';

interface Factor {
  id: number;
  kind: 'passkey' | 'totp';
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface Factors {
  factors: Factor[];
  recovery_codes: number;
  required: boolean;
  taken?: { id: number; by: string | null; at: string };
}

/** What the first step for an app answers. */
interface Setup {
  setup: string;
  secret: string;
  qr: string;
}

type Adding = { kind: 'totp'; setup: Setup } | { kind: 'passkey' };

const FACTORS = '/api/me/factors';

/** `onReady`: called with a button, once there is a factor where there was none. */
export function FactorsPart({ onReady }: { onReady?: () => void }): VNode {
  const { answer, again } = useAnswer(FACTORS);
  const { writing, told, run, announce, hush } = useDeeds(again);
  const [adding, setAdding] = useState<Adding | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const begin = async (kind: Adding['kind']): Promise<void> => {
    hush();
    if (kind === 'passkey') return setAdding({ kind });
    const begun = await writing.write({ method: 'POST', path: FACTORS, body: { kind } });
    if (begun) setAdding({ kind, setup: begun.body as Setup });
  };
  const made = (body: { recovery_codes?: string[] }): void => {
    setAdding(null);
    if (body.recovery_codes) setCodes(body.recovery_codes);
    announce(t('factor.added'));
  };
  const renew = async (): Promise<void> => {
    const renewed = await writing.write({ method: 'POST', path: FACTORS, body: { kind: 'recovery' } });
    if (!renewed) return;
    setCodes((renewed.body as { recovery_codes: string[] }).recovery_codes);
    announce(t('factor.recovery.made'));
  };
  return (
    <section aria-labelledby="factors">
      <h2 id="factors">{t('factor.title')}</h2>
      <p class="faint">{t('factor.about')}</p>
      {told}
      <Refused writing={writing} titles={{ name: t('factor.name') }} />
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
      <Answered<Factors> answer={answer} again={again}>
        {({ factors, recovery_codes: left, taken }) => (
          <>
            {taken && (
              <div class="card factor-taken" role="alert">
                <p>{t('factor.taken', { by: taken.by ?? t('factor.taken.server'), at: moment(taken.at) })}</p>
                <button
                  class="small-button"
                  type="button"
                  onClick={() => void run({ method: 'DELETE', path: `${FACTORS}/${taken.id}` }, '')}
                >
                  {t('factor.taken.read')}
                </button>
              </div>
            )}
            {factors.length > 0 && (
              <FactorTable
                factors={factors}
                isBusy={writing.isBusy}
                label={t('factor.remove')}
                about={(name) => t('factor.remove.of', { name })}
                question={t('factor.remove.ask')}
                onTake={({ id, name }) =>
                  void run({ method: 'DELETE', path: `${FACTORS}/${id}` }, t('factor.removed', { name }))
                }
              />
            )}
            {adding?.kind === 'totp' && <AppForm setup={adding.setup} onMade={made} onCancel={() => setAdding(null)} />}
            {adding?.kind === 'passkey' && <PasskeyForm onMade={made} onCancel={() => setAdding(null)} />}
            {!adding && (
              <div class="factor-add">
                {arePasskeysOffered() && (
                  <button
                    class="small-button"
                    type="button"
                    disabled={writing.isBusy}
                    onClick={() => void begin('passkey')}
                  >
                    {t('factor.add-passkey')}
                  </button>
                )}
                <button class="small-button" type="button" disabled={writing.isBusy} onClick={() => void begin('totp')}>
                  {t('factor.add-app')}
                </button>
                {factors.length > 0 && (
                  <>
                    <ConfirmButton
                      label={t('factor.recovery.new')}
                      question={t('factor.recovery.ask')}
                      isBusy={writing.isBusy}
                      onConfirm={() => void renew()}
                    />
                    <span class="faint">{t('factor.recovery.left', { count: left })}</span>
                  </>
                )}
                {onReady && factors.length > 0 && (
                  <button class="primary" type="button" onClick={onReady}>
                    {t('factor.go-on')}
                  </button>
                )}
              </div>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

interface FactorTableOptions {
  factors: readonly Factor[];
  isBusy: boolean;
  label: string;
  about: (name: string) => string;
  question: string;
  onTake: (factor: Factor) => void;
}

export const FactorTable = ({ factors, isBusy, label, about, question, onTake }: FactorTableOptions): VNode => (
  <FramedTable
    label={t('factor.title')}
    heads={[t('factor.name'), t('factor.kind'), t('factor.since'), t('factor.used')]}
    action={label}
    table="objects as-cards"
  >
    {factors.map((one) => (
      <tr key={one.id}>
        <th scope="row">{one.name}</th>
        <td data-head={headed(t('factor.kind'))}>{t(`factor.kind.${one.kind}`)}</td>
        <td data-head={headed(t('factor.since'))}>{moment(one.created_at)}</td>
        <td data-head={headed(t('factor.used'))}>{one.last_used_at ? moment(one.last_used_at) : t('factor.never')}</td>
        <td class="row-action">
          <ConfirmButton
            label={label}
            about={about(one.name)}
            question={question}
            isBusy={isBusy}
            onConfirm={() => onTake(one)}
          />
        </td>
      </tr>
    ))}
  </FramedTable>
);

const moment = (at: string): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

interface FormOptions {
  onMade: (body: { recovery_codes?: string[] }) => void;
  onCancel: () => void;
}

/** The second step for an app: the picture, the name, and a code that the app shows. */
function AppForm({ setup: { setup, secret, qr }, onMade, onCancel }: FormOptions & { setup: Setup }): VNode {
  const writing = useWriting();
  const [name, setName] = useState(() => t('factor.kind.totp'));
  const [code, setCode] = useState('');
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = { kind: 'totp', name, setup, code };
    const answer = await writing.write({ method: 'POST', path: FACTORS, body });
    if (answer) onMade(answer.body as { recovery_codes?: string[] });
  };
  return (
    <form class="card admin-form" noValidate aria-label={t('factor.add-app')} onSubmit={(event) => void submit(event)}>
      <p>{t('factor.app.about')}</p>
      <img class="factor-qr" src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={t('factor.app.qr')} />
      <p>
        {t('factor.app.secret')} <code class="factor-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
        <CopyButton text={secret} />
      </p>
      <NameField name={name} errors={writing.errors} onChange={setName} />
      <Field name="code" label={t('factor.app.code')} errors={writing.errors}>
        {(props) => (
          <input
            {...props}
            type="text"
            inputMode="numeric"
            autocomplete="one-time-code"
            value={code}
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
      </Field>
      <Refused
        writing={writing}
        titles={{ name: t('factor.name'), code: t('factor.app.code') }}
        shown={['name', 'code']}
      />
      <End isBusy={writing.isBusy} onCancel={onCancel} />
    </form>
  );
}

function PasskeyForm({ onMade, onCancel }: FormOptions): VNode {
  const writing = useWriting();
  const [name, setName] = useState(() => t('factor.kind.passkey'));
  const [problem, setProblem] = useState('');
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setProblem('');
    const begun = await writing.write({ method: 'POST', path: FACTORS, body: { kind: 'passkey' } });
    if (!begun) return;
    try {
      const passkey = await makePasskey((begun.body as { options: unknown }).options);
      const answer = await writing.write({ method: 'POST', path: FACTORS, body: { kind: 'passkey', name, passkey } });
      if (answer) onMade(answer.body as { recovery_codes?: string[] });
    } catch (error) {
      if (!(error instanceof PasskeyFailed)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <form
      class="card admin-form"
      noValidate
      aria-label={t('factor.add-passkey')}
      onSubmit={(event) => void submit(event)}
    >
      <p>{t('factor.passkey.about')}</p>
      <NameField name={name} errors={writing.errors} onChange={setName} />
      <p class="form-problem" role="alert">
        {problem}
      </p>
      <Refused writing={writing} titles={{ name: t('factor.name') }} shown={['name']} />
      <End isBusy={writing.isBusy} onCancel={onCancel} />
    </form>
  );
}

interface NameFieldOptions {
  name: string;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (name: string) => void;
}

const NameField = ({ name, errors, onChange }: NameFieldOptions): VNode => (
  <Field name="name" id="factor-name" label={t('factor.name')} hint={t('factor.name.about')} errors={errors}>
    {(props) => (
      <input
        {...props}
        type="text"
        autocomplete="off"
        value={name}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Field>
);

const End = ({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }): VNode => (
  <div class="admin-end">
    <button class="primary" type="submit" disabled={isBusy}>
      {t('factor.set-up')}
    </button>
    <button class="quiet" type="button" onClick={onCancel}>
      {t('cancel')}
    </button>
  </div>
);

/** Shown once: the server keeps their hashes alone. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus(), [codes]);
  return (
    <div class="card factor-codes" role="group" aria-labelledby="recovery-codes">
      <h3 id="recovery-codes" tabIndex={-1} ref={heading}>
        {t('factor.recovery.title')}
      </h3>
      <p>{t('factor.recovery.keep')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="admin-end">
        <CopyButton text={codes.join('\n')} />
        <button class="small-button" type="button" onClick={onDone}>
          {t('factor.recovery.kept')}
        </button>
      </div>
    </div>
  );
}
