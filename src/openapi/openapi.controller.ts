/**
 * Serves the OpenAPI document (contract 12); with `?errors=none` for programs that copy every answer into every operation, with
 * `?detail=brief` for those that want to know what there is.
 */
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteTable } from '../access/route-table.js';
import { Public } from '../core/http/access.js';
import { briefly } from './brief.js';
import { withoutErrors } from './errors.js';
import type { OpenApi } from './model.js';
import { ServedDocument } from './served-document.js';

export const API_DOCUMENT = Symbol('The OpenAPI document');
export type MakeDocument = () => OpenApi;

/** The forms of the document. */
const FORMS = {
  whole: (document: OpenApi) => document,
  plain: withoutErrors,
  brief: briefly,
};
type Form = keyof typeof FORMS;

@Controller('api')
export class OpenApiController {
  private readonly forms = new Map<Form, ServedDocument>();

  constructor(
    @Inject(API_DOCUMENT) private readonly make: MakeDocument,
    private readonly routes: RouteTable,
  ) {}

  @Get('openapi.json')
  @Public()
  document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const form = formOf(request);
    if (!this.forms.has(form)) this.forms.set(form, new ServedDocument(() => FORMS[form](this.served())));
    return this.forms.get(form)!.send(request, reply);
  }

  /** Without what settings have taken away, such as checks: whoever reads the document asks for nothing that is not there. */
  private served(): OpenApi {
    const document = this.make();
    const served = new Set(this.routes.all().map(({ url }) => shapeOf(url)));
    const paths = Object.entries(document.paths).filter(([path]) => served.has(shapeOf(path)));
    return { ...document, paths: Object.fromEntries(paths) };
  }
}

/** A path, whatever its parameters are called. */
const shapeOf = (path: string): string => path.replace(/:\w+|\{\w+\}/g, '*');

function formOf({ url }: FastifyRequest): Form {
  const { searchParams: asked } = new URL(url, 'http://localhost');
  if (asked.get('detail') === 'brief') return 'brief';
  return asked.get('errors') === 'none' ? 'plain' : 'whole';
}
