import { Global, Module } from '@nestjs/common';
import { Chores } from './chores.js';
import { Housekeeping } from './housekeeping.service.js';
import { OldRowsChores } from './old-rows.js';

@Global()
@Module({ providers: [Chores, OldRowsChores, Housekeeping], exports: [Chores] })
export class HousekeepingModule {}
