import { Global, Module } from '@nestjs/common';
import { Past } from '../../engine/index.js';
import { ChangedObjects } from './changed-objects.js';
import { DiffService } from './diff.service.js';
import { FormerStates } from './former-states.js';
import { HistoryController } from './history.controller.js';
import { LiveTargets } from './live-targets.js';
import { MapSince } from './map-since.js';
import { Moments } from './moment.js';
import { ObjectHistory } from './object-history.js';
import { PastService } from './past.service.js';
import { SettingBack } from './setting-back.js';
import { UndoController } from './undo.controller.js';
import { UndoService } from './undo.service.js';

/** What objects were, and how they become so again. */
@Global()
@Module({
  controllers: [HistoryController, UndoController],
  providers: [
    ObjectHistory,
    DiffService,
    Moments,
    ChangedObjects,
    FormerStates,
    LiveTargets,
    MapSince,
    SettingBack,
    { provide: Past, useClass: PastService },
    UndoService,
  ],
  exports: [Past, FormerStates, MapSince],
})
export class HistoryModule {}
