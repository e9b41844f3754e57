/** Looks after linked users every hour: groups are mapped anew, and whoever is gone from the directory is disabled (identity 4). */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Database } from '../../database/database.js';
import { Lease } from '../../operations/maintenance/lease.js';
import { Identities } from '../sign-in/identities.js';
import { ManagedRoles } from '../sign-in/managed-roles.js';
import { UserStates } from '../sign-in/user-states.js';
import { TokenService } from '../token.service.js';
import { Directory } from './directory.js';

/** A replica that is gone holds up the others for so many milliseconds. */
const LEASE = 10 * 60_000;
/** So many may be gone at once in any case; beyond, no more than this part of all. */
const [FEW, PART] = [3, 0.1];
const BATCH = 200;
/** What the journal says of the one who did it. */
const CONTEXT = { address: 'directory', requestId: 'ldap-sync' };

@Injectable()
export class LdapSync implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('LDAP');
  private readonly lease: Lease;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;

  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly identities: Identities,
    private readonly roles: ManagedRoles,
    private readonly states: UserStates,
    private readonly tokens: TokenService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.lease = new Lease(database, 'ldap_sync', LEASE);
  }

  onApplicationBootstrap(): void {
    const { ldap } = this.config;
    if (!ldap) return;
    this.timer = setInterval(() => {
      this.running = this.underLease().catch((error: Error) => this.logger.error(`The sync failed: ${error.message}`));
    }, ldap.syncEvery * 1000).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Of several replicas one does it, and none again until most of the time is over. */
  private async underLease(): Promise<void> {
    if (!(await this.lease.take())) return;
    try {
      await this.run();
    } finally {
      await this.lease.release();
    }
  }

  /** Compares all linked users with the directory now. Throws 503 where it is away; nothing has changed then. */
  async run(): Promise<void> {
    const linked = await this.identities.linkedWith('ldap');
    const gone: typeof linked = [];
    for (let at = 0; at < linked.length; at += BATCH) {
      const part = linked.slice(at, at + BATCH);
      const found = await this.directory.find(part.map(({ subject }) => subject));
      await this.lease.renew();
      for (const one of part) {
        const entry = found.get(one.subject);
        if (!entry?.active) gone.push(one);
        else await this.mapGroups(one, entry.person.groups);
      }
    }
    await this.disable(gone, linked.length);
    this.tokens.forget();
    this.logger.log(`Compared ${linked.length} users with the directory; ${gone.length} are gone from it.`);
  }

  private mapGroups({ id: identityId, userId }: { id: number; userId: number }, groups: readonly string[] | undefined) {
    return this.database.transaction((tx) =>
      this.roles.sync({ identityId, userId, provider: 'ldap' }, groups, CONTEXT, tx),
    );
  }

  private async disable(gone: ReadonlyArray<{ userId: number }>, all: number): Promise<void> {
    if (gone.length > Math.max(FEW, Math.floor(all * PART))) {
      this.logger.error(
        `${gone.length} of ${all} users would be disabled at once, so none is: the directory or LDAP_BASE_DN may be wrong.`,
      );
      return;
    }
    for (const { userId } of gone)
      await this.database.transaction(async (tx) => {
        if (await this.roles.isLastAdmin(userId, tx)) {
          this.logger.error(
            `User ${userId} is the last administrator, and is not disabled though the directory says so.`,
          );
        } else await this.states.set(userId, true, CONTEXT, tx, { by: 'directory' });
      });
  }
}
