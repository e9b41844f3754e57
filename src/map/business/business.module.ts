import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { Activity } from './activity.entity.js';
import { Actor } from './actor.entity.js';
import { Information } from './information.entity.js';
import { MacroProcess } from './macro-process.entity.js';
import { Operation } from './operation.entity.js';
import { Process } from './process.entity.js';
import { Task } from './task.entity.js';

@Module({
  imports: [resourceModule(MacroProcess, Process, Activity, Operation, Task, Actor, Information)],
})
export class BusinessViewModule {}
