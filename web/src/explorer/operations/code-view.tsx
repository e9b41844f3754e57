/** A plugin for Swagger UI: code, answers and examples in the colours of this page. */
import type { VNode } from 'preact';
import { Json } from '../../components/json.js';
import { CopyButton } from '../../components/text.js';
import { t } from '../../i18n/index.js';
import { useIsland, type React } from './island.js';

interface CodeOptions {
  children?: unknown;
  fileName?: string;
  downloadable?: boolean;
  canCopy?: boolean;
}

export const codeView = ({ React: react }: { React: React }): object => ({
  components: {
    HighlightCode: ({ children, fileName, downloadable = false, canCopy = false }: CodeOptions) => {
      const text = String(children ?? '');
      const draw = (): VNode => (
        <>
          <Code text={text} />
          {(canCopy || downloadable) && (
            <div class="code-tools">
              {canCopy && <CopyButton text={text} />}
              {downloadable && (
                <button class="small-button" type="button" onClick={() => download(text, fileName ?? 'answer.txt')}>
                  {t('download')}
                </button>
              )}
            </div>
          )}
        </>
      );
      return useIsland(react, draw, [text]);
    },
  },
});

function Code({ text }: { text: string }): VNode {
  try {
    return <Json value={JSON.parse(text) as unknown} label={t('code')} />;
  } catch {
    return (
      <pre class="json" tabIndex={0} aria-label={t('code')}>
        {text}
      </pre>
    );
  }
}

function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
