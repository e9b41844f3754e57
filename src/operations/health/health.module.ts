import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** Whether the server runs, and whether it can work (contract 12). */
@Module({ controllers: [HealthController], providers: [Readiness] })
export class HealthModule {}
