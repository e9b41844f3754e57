import { Global, Module } from '@nestjs/common';
import { Journal } from '../engine/index.js';
import { AuditEvents } from './audit-events.js';
import { AuditJournal } from './audit-journal.js';

@Global()
@Module({ providers: [{ provide: Journal, useClass: AuditJournal }, AuditEvents], exports: [Journal, AuditEvents] })
export class AuditModule {}
