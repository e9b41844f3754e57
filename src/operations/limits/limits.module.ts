import { Global, Module } from '@nestjs/common';
import { IdempotencyStore } from './idempotency-store.js';
import { RateLimit } from './rate-limit.js';
import { TokenLimitController, UserLimitController } from './request-limits.controller.js';
import { RequestLimitsService } from './request-limits.service.js';
import { SharedBuckets } from './token-bucket.js';

@Global()
@Module({
  controllers: [UserLimitController, TokenLimitController],
  providers: [RateLimit, SharedBuckets, IdempotencyStore, RequestLimitsService],
  exports: [RateLimit, IdempotencyStore],
})
export class LimitsModule {}
