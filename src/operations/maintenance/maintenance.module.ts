import { Global, Module } from '@nestjs/common';
import { ScheduledTasks, Maintenance } from './maintenance.js';
import { OldRowsTasks } from './old-rows.js';

@Global()
@Module({ providers: [ScheduledTasks, OldRowsTasks, Maintenance], exports: [ScheduledTasks] })
export class MaintenanceModule {}
