import { Module } from '@nestjs/common';
import { Filler } from './fill/filler.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesService } from './templates.service.js';

/** Files for other tools, made of lists by templates. */
@Module({ controllers: [TemplatesController], providers: [TemplatesService, Filler] })
export class TemplatesModule {}
