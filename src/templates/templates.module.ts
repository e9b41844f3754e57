import { Module } from '@nestjs/common';
import { ReportsModule } from '../reports/reports.module.js';
import { Filler } from './fill/filler.js';
import { Sources } from './sources.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesService } from './templates.service.js';
import { Workbooks } from './workbook/workbooks.js';

/** Files for other tools, made of lists by templates. */
@Module({
  imports: [ReportsModule],
  controllers: [TemplatesController],
  providers: [TemplatesService, Filler, Sources, Workbooks],
})
export class TemplatesModule {}
