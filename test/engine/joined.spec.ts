import { TestServer } from '../support/server.js';

it('contract 4: a list given for the attributes of a zone is joined by blanks', async () => {
  const server = await TestServer.start('sqlite');
  const { status, body } = await server.post('/api/zones', { name: 'Vault', attributes: ['badge', 'camera'] });
  expect({ status, attributes: body.attributes }).toEqual({ status: 201, attributes: 'badge camera' });
  await server.stop();
});
