import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { PagesController, sendErrorPage } from './pages.controller.js';

@Module({ controllers: [PagesController] })
export class PagesModule implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.decorate('sendErrorPage', sendErrorPage);
  }
}
