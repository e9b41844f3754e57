/** Signs and sends what a hook has to tell, on behalf of the loop of deliveries and of people who test it. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { version } from '../../core/version.js';
import { tokenSecret } from '../../access/token.strategy.js';
import type { Hook } from './hook.js';
import { bodyOf } from './payload.js';
import { post, type Outcome } from './post.js';
import { HookSealer, signatures } from './secrets.js';
import { HookTargets } from './targets.js';

@Injectable()
export class HookSender {
  readonly targets: HookTargets;
  readonly sealer: HookSealer;
  /** Milliseconds. */
  readonly timeout: number;
  private readonly ending = new AbortController();
  private readonly proxy: URL | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    const { webhookTargets, webhookTimeout, webhookProxy } = config.events;
    this.targets = new HookTargets(webhookTargets);
    this.sealer = new HookSealer(tokenSecret(config));
    this.timeout = webhookTimeout * 1000;
    this.proxy = webhookProxy;
  }

  /** Ends what is under way: `send` throws then. */
  end(): void {
    this.ending.abort();
  }

  /**
   * Sends events under an id. Undefined where the secret or the headers of the hook cannot be read; throws where the server ends
   * meanwhile.
   */
  async send(hook: Hook, id: string, texts: readonly string[]): Promise<Outcome | undefined> {
    const secrets = this.sealer.open(hook.secret);
    const headers = this.sealer.openHeaders(hook.headers);
    if (!secrets || !headers) return undefined;
    const { body, type } = bodyOf(texts, hook.settings);
    const at = Math.floor(Date.now() / 1000);
    const { targets, timeout, proxy } = this;
    const all = {
      ...headers,
      'content-type': type,
      'user-agent': `Meridian/${version()}`,
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': signatures(secrets, hook.settings.signature, id, at, body),
    };
    return post(new URL(hook.url), all, body, { targets, timeout, proxy, signal: this.ending.signal });
  }
}
