/** What hooks are made of. */
import { Deliveries } from './delivery.js';
import { HookDispatcher } from './dispatcher.js';
import { HookMetrics } from './hook-metrics.js';
import { RetryPlan } from './retry-plan.js';
import { HookSender } from './sender.js';
import { WebhookAttemptsService } from './webhook-attempts.service.js';
import { WebhooksService } from './webhooks.service.js';

export const WEBHOOK_PROVIDERS = [
  ...[RetryPlan, HookSender, HookMetrics, Deliveries, HookDispatcher],
  ...[WebhooksService, WebhookAttemptsService],
];
