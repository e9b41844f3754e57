import { Global, Module } from '@nestjs/common';
import { Journal } from '../resource/index.js';
import { AuditJournal } from './audit-journal.js';

@Global()
@Module({ providers: [{ provide: Journal, useClass: AuditJournal }], exports: [Journal] })
export class AuditModule {}
