import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config.js';
import { AsyncApiController } from './asyncapi.controller.js';
import { ChangesController } from './changes.controller.js';
import { EventMetrics } from './event-metrics.js';
import { Feed } from './feed.js';
import { OtherEvents } from './other-events.js';
import { OutsideSweep } from './outside/sweep.js';
import { OutsideWrites } from './outside/outside-writes.js';
import { Publication } from './publication.js';
import { EventRetention } from './retention.js';
import { Streams } from './stream.js';
import { FeedWatch } from './watch.js';
import { WEBHOOK_PROVIDERS } from './webhooks/index.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** What happens in the map is told to programs. With `EVENTS=off` nothing is published, and the routes are not there. */
@Module({})
export class EventsModule {
  static of({ events }: Config): DynamicModule {
    const serving = events.enabled
      ? [Feed, Streams, EventMetrics, OutsideSweep, OutsideWrites, ...WEBHOOK_PROVIDERS]
      : [];
    return {
      module: EventsModule,
      global: true,
      controllers: events.enabled ? [ChangesController, AsyncApiController, WebhooksController] : [],
      providers: [Publication, OtherEvents, FeedWatch, EventRetention, ...serving],
      exports: events.enabled ? [Feed, OtherEvents, Publication] : [OtherEvents, Publication],
    };
  }
}
