import { Global, Module } from '@nestjs/common';
import { Journal } from '../engine/index.js';
import { AuditEvents } from './audit-events.js';
import { AuditJournal } from './audit-journal.js';
import { AuditChain } from './chain/chain.js';
import { Chaining } from './chain/chaining.js';
import { DailyRoots } from './chain/daily-roots.js';
import { JournalRetention } from './chain/journal-retention.js';
import { ChainVerifier } from './chain/verify.js';

const CHAIN = [AuditChain, Chaining, ChainVerifier, DailyRoots, JournalRetention];

@Global()
@Module({
  providers: [{ provide: Journal, useClass: AuditJournal }, AuditEvents, ...CHAIN],
  exports: [Journal, AuditEvents, ...CHAIN],
})
export class AuditModule {}
