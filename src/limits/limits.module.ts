import { Global, Module } from '@nestjs/common';
import { KeptAnswers } from './kept-answers.js';
import { RateLimit } from './rate-limit.js';

@Global()
@Module({ providers: [RateLimit, KeptAnswers], exports: [RateLimit, KeptAnswers] })
export class LimitsModule {}
