/** A new check from what a table or a query shows: whatever it finds, now and in every run to come, is a finding. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CHECKS, type Check } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { send, tried, type Answer } from '../api/send.js';
import { tell } from './notice.js';
import { go } from './router.js';
import { language, t } from '../i18n/index.js';
import { Failed } from '../components/answered.js';
import { CheckFields, type CheckWords } from '../components/check-fields.js';
import { Dialog } from '../components/dialog.js';
import { fold } from '../components/fold-text.js';
import { Problem } from '../components/problem.js';

export interface MakeCheckOptions {
  map: MapOfKinds;
  /** What finds, as the API takes it. */
  definition: { type: string; filter: Readonly<Record<string, string>> } | { query: string };
  /** The same in words. */
  words: readonly string[];
  onClose: () => void;
}

export default function MakeCheck({ map, definition, words, onClose }: MakeCheckOptions): VNode {
  const [said, setSaid] = useState<CheckWords>({ name: '', advice: '', severity: 'medium' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const store = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const spoken = language.get();
    const { name, advice, severity } = said;
    const texts = { titles: { [spoken]: name.trim() }, ...(advice.trim() && { advices: { [spoken]: advice.trim() } }) };
    try {
      const { status, body } = await made({ ...definition, ...texts, severity }, keyOf(name));
      if (status < 400) {
        const check = body as Check;
        if (map.rights.has('check_edit'))
          await tried({ method: 'POST', path: `${CHECKS}/run`, body: { checks: [check.key] } });
        tell(t('checks.new.made', { name: name.trim() }), `/checks/${check.id}`);
        return go(`/checks/${check.id}`);
      }
      setProblem(<Problem status={status} body={body} titles={titles()} />);
    } catch (error) {
      setProblem(<Failed error={error} />);
    }
    setBusy(false);
  };
  return (
    <Dialog title={t('checks.new')} onClose={onClose}>
      <form class="decide" onSubmit={(event) => void store(event)}>
        <p>{t('checks.new.filters')}</p>
        <ul>
          {words.map((one) => (
            <li>{one}</li>
          ))}
        </ul>
        <p class="faint">{t('checks.new.about')}</p>
        <CheckFields words={said} onChange={(changed) => setSaid((before) => ({ ...before, ...changed }))} />
        {problem}
        <div class="form-end">
          <button class="quiet" type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button class="primary" type="submit" disabled={isBusy}>
            {t('checks.new.save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Makes it under a key that programs call it by; where another has it, under one with a mark of its own. */
async function made(check: object, key: string): Promise<Answer> {
  const make = (own: string): Promise<Answer> => send({ method: 'POST', path: CHECKS, body: { ...check, key: own } });
  const answer = await make(key);
  const { errors } = (answer.body ?? {}) as { errors?: Record<string, unknown> };
  const isTaken = answer.status === 422 && errors !== undefined && Object.keys(errors).join() === 'key';
  return isTaken ? make(`${key}-${Date.now().toString(36)}`) : answer;
}

/** `Serveurs sans sauvegarde` is `serveurs-sans-sauvegarde`. */
const keyOf = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '') || 'check';

const titles = (): Record<string, string> => ({
  titles: t('checks.new.name'),
  severity: t('checks.new.severity'),
  advices: t('checks.new.advice'),
  filter: t('checks.new.filters'),
  query: t('checks.new.filters'),
});
