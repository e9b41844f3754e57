/** What users, roles and delegations share: their writes give rights, or take them away. */
import type { RequestContext } from '../core/http/caller.js';
import type { Transaction } from '../database/database.js';
import { type Journal, type Plans, ResourceService } from '../engine/index.js';
import type { StepUp } from './factor/step-up.js';
import { requireStill, type TokenService } from './token.service.js';

export class RightsService extends ResourceService {
  constructor(
    plans: Plans,
    journal: Journal,
    path: string,
    private readonly tokens: TokenService,
    protected readonly stepUp: StepUp,
  ) {
    super(plans, journal, path);
  }

  /** Nobody gives rights with rights that they have lost meanwhile. */
  override admit(tx: Transaction, context: RequestContext): Promise<void> {
    return requireStill(tx, context, this.plans.database);
  }

  /** What was written acts on the next request, not when remembered callers have aged. */
  override committed(): void {
    this.tokens.forget();
  }
}
