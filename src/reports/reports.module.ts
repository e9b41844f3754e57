import { Module } from '@nestjs/common';
import { GraphModule } from '../graph/graph.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { CveModule } from '../vulnerabilities/cve.module.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [CveModule, GraphModule, PicturesModule],
  controllers: [ReportsController],
  providers: [ReportsService],
  exports: [ReportsService],
})
export class ReportsModule {}
