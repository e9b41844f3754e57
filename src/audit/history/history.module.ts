import { Module } from '@nestjs/common';
import { ChangedObjects } from './changed-objects.js';
import { FormerStates } from './former-states.js';
import { LiveTargets } from './live-targets.js';
import { Moments } from './moment.js';
import { PastService } from './past.service.js';
import { SettingBack } from './setting-back.js';

/** What objects were, and how they become so again. */
@Module({
  providers: [Moments, ChangedObjects, FormerStates, LiveTargets, SettingBack, PastService],
})
export class HistoryModule {}
