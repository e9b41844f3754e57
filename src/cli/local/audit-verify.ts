/** `audit verify`: whether the journal is as it was written. */
import { readFile } from 'node:fs/promises';
import { tokenSecret } from '../../access/token.strategy.js';
import { ChainKey } from '../../audit/chain/chain.js';
import { rootIn } from '../../audit/chain/read-root.js';
import { verifyChain, type Root, type Verification } from '../../audit/chain/verify.js';
import { loadConfig } from '../../config.js';
import { onDatabase } from '../../database/admin-connection.js';
import { note, say } from '../terminal.js';

/** Walks the chain, and prints its root. Throws a sentence that names the first entry that is wrong. */
export async function verify({ root: path }: { root?: string | undefined }): Promise<void> {
  const config = await loadConfig('administer');
  const kept = path === undefined ? undefined : await keptRoot(path);
  const key = new ChainKey(tokenSecret(config));
  const found = await onDatabase(config, (database) => verifyChain(database, key, kept));
  say(JSON.stringify(found.root));
  if (!found.verified) throw new Error(sentenceOf(found));
  note(
    `The journal is whole: ${found.links} entries${found.removed ? `, ${found.removed} removed by retention` : ''}.`,
  );
  if (found.waiting) note(`${found.waiting} entries are not chained yet; a server does that within a minute.`);
  if (found.unproven)
    note(`${found.unproven} were chained under another TOKEN_SECRET, and are what they were when it was changed.`);
}

async function keptRoot(path: string): Promise<Root> {
  const root = rootIn(JSON.parse(await readFile(path, 'utf8')));
  if (!root) throw new Error(`${path} holds no root. A root is what this command prints.`);
  return root;
}

function sentenceOf({ first, root }: Verification): string {
  const { problem, number, entry } = first!;
  const which = entry === null ? `The entry of link ${number}` : `Entry ${entry} (link ${number ?? 'none'})`;
  switch (problem) {
    case 'changed':
      return `${which} was changed after it was written.`;
    case 'removed':
      return `${which} was taken out.`;
    case 'inserted':
      return `${which} was put in past the server.`;
    case 'relinked':
      return `${which}: the chain was made anew from here on, or by a server with another TOKEN_SECRET.`;
    case 'other-key':
      return `${which} was chained under another TOKEN_SECRET, and no server has said so yet: start one once. Or it was made to look so.`;
    case 'cut':
      return `The chain ends at link ${root.number}, before the root that was kept: its end was cut off.`;
    case 'other-chain':
      return 'The root that was kept is that of another map.';
    case 'other-root':
      return `${which} is not what it was when the root was kept.`;
  }
}
