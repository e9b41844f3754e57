import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { requireDeclaredAccess } from '../../src/access/route-table.js';
import { readConfig } from '../../src/config.js';
import { createServer } from '../../src/server.js';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

describe.each(ENGINES)('on %s', (engine) => {
  it('contract 13: without ADMIN_PASSWORD a password is made up, told once, and works', async () => {
    const files = await makeDatabase(engine);
    const config = readConfig({ DATABASE_URL: files.url, ADMIN_LOGIN: 'chief', BCRYPT_COST: '4', LOG_LEVEL: 'silent' });
    const first = await createServer(config);
    const password = /Login: chief {2}Password: (\S+)/.exec(first.notices.join('\n'))![1]!;
    await first.app.close();
    await first.database.close();
    const second = await TestServer.start(engine, {}, files, { login: 'chief', password });
    expect(second.server.notices.join()).not.toContain('Password');
    await second.stop();
  });

  it('contract 13: ADMIN_LOGIN and ADMIN_PASSWORD count only while no live administrator exists', async () => {
    const files = await makeDatabase(engine);
    const first = await TestServer.start(engine, {}, files);
    expect(first.server.notices.join()).toContain(ADMIN.login);
    expect(first.server.notices.join()).not.toContain(ADMIN.password);
    await first.stop(true);
    const second = await TestServer.start(engine, {}, files);
    expect(second.server.notices.join()).not.toContain('administrator');
    expect((await second.get('/api/users')).body).toHaveLength(1);
    await second.stop();
  });
});

@Controller('silent')
class SilentController {
  @Get()
  answer(): string {
    return 'to anybody';
  }
}

@Module({ controllers: [SilentController] })
class SilentModule {}

it('contract 3: a route without a declared ability stops the server from starting', async () => {
  const app = await NestFactory.create<NestFastifyApplication>(SilentModule, new FastifyAdapter(), { logger: false });
  expect(() => requireDeclaredAccess(app)).toThrow('SilentController.answer');
  await app.close();
});
