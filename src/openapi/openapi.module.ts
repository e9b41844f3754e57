import { Module, type DynamicModule } from '@nestjs/common';
import { API_DOCUMENT, OpenApiController, type MakeDocument } from './openapi.controller.js';

@Module({})
export class OpenApiModule {
  /** Serves what `make` makes; it is called when the document is first asked for. */
  static of(make: MakeDocument): DynamicModule {
    return {
      module: OpenApiModule,
      controllers: [OpenApiController],
      providers: [{ provide: API_DOCUMENT, useValue: make }],
    };
  }
}
