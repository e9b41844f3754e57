import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { DatabaseWatch } from './database-watch.js';
import { DocumentsWatch } from './documents-watch.js';
import { Readiness } from './readiness.js';

/** Whether the server runs, and whether it can work (contract 12). */
@Module({ controllers: [HealthController], providers: [DatabaseWatch, DocumentsWatch, Readiness] })
export class HealthModule {}
