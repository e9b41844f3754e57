import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { Application } from './application.entity.js';
import { ApplicationBlock } from './application-block.entity.js';
import { ApplicationFlow } from './application-flow.entity.js';
import { ApplicationModule } from './application-module.entity.js';
import { ApplicationService } from './application-service.entity.js';
import { Database } from './database.entity.js';

@Module({
  imports: [
    resourceModule(ApplicationBlock, Application, ApplicationService, ApplicationModule, Database, ApplicationFlow),
  ],
})
export class ApplicationViewModule {}
