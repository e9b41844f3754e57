import { Module } from '@nestjs/common';
import { MergeController } from './merge.controller.js';

/** Objects that are one thing become one object. */
@Module({ controllers: [MergeController] })
export class MergeModule {}
