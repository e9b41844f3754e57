/** The routes of documents: files come in as multipart and go out as they are (contract 8). */
import { Delete, Get, Inject, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteTable } from '../access/route-table.js';
import { can, contextOf } from '../core/http/caller.js';
import { forbidden, methodNotAllowed } from '../core/http/errors.js';
import { scalarToString } from '../core/http/request-body.js';
import { CrudController, emptied, Needs, optionsOf, sendWritten, stored, updated } from '../engine/index.js';
import type { DocumentsService } from './documents.service.js';
import { sendContent } from './download.js';
import { readUpload, type Upload } from './uploads.js';

type Body = Record<string, unknown>;

export class DocumentsController extends CrudController {
  @Inject(RouteTable) private readonly routes!: RouteTable;

  @Get(':id/download')
  @Needs('show')
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const [id, context] = [this.idOf(request), contextOf(request)];
    return this.documents.downloads.send(reply, context, async () =>
      sendContent(request, reply, await this.documents.content(id, context)),
    );
  }

  @Post()
  @Needs('create')
  override async store(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { body, upload } = await this.read(request);
    const options = optionsOf(request, stored(request));
    return sendWritten(reply, await this.documents.storeFile(body, upload, contextOf(request), options));
  }

  @Put(':id')
  @Needs('edit')
  override async update(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const id = this.idOf(request);
    const { body, upload } = await this.read(request);
    return this.sendUpdated(id, body, upload, request, reply);
  }

  @Delete(':id')
  @Needs('delete')
  override async destroy(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const options = optionsOf(request, emptied);
    return sendWritten(reply, await this.service.destroy([this.idOf(request)], contextOf(request), options));
  }

  /** Which ability is needed stands in `_method`, which may come after the file: so this route asks for itself. */
  @Post(':id')
  @Needs()
  override async override(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { caller: asking } = contextOf(request);
    if (!can(asking, 'document_edit') && !can(asking, 'document_delete')) throw forbidden('document_edit');
    const { body, upload } = await this.read(request);
    try {
      const { caller } = contextOf(request);
      const method = scalarToString(body['_method']).toUpperCase();
      const ability = { PUT: 'document_edit', PATCH: 'document_edit', DELETE: 'document_delete' }[method];
      if (!ability) throw methodNotAllowed('POST', request.url, this.routes.methodsOf(request.url, ['POST']));
      if (!can(caller, ability)) throw forbidden(ability);
      request.effectiveMethod = method;
      const id = this.idOf(request);
      return await (method === 'DELETE'
        ? this.destroy(request, reply)
        : this.sendUpdated(id, body, upload, request, reply));
    } finally {
      if (upload?.received) await this.documents.files.discard(upload.received);
    }
  }

  private get documents(): DocumentsService {
    return this.service as DocumentsService;
  }

  private read(request: FastifyRequest): Promise<{ body: Body; upload?: Upload }> {
    return readUpload(request, this.documents.files, this.documents.mostBytes);
  }

  private async sendUpdated(
    id: number,
    body: Body,
    upload: Upload | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const options = optionsOf(request, updated);
    return sendWritten(reply, await this.documents.updateFile(id, body, upload, contextOf(request), options));
  }
}
