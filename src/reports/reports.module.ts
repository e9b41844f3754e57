import { Module } from '@nestjs/common';
import { CveModule } from '../vulnerabilities/cve.module.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({ imports: [CveModule], controllers: [ReportsController], providers: [ReportsService] })
export class ReportsModule {}
