/** The Dockerfile, as far as it can be judged without being built; `npm run test:image` carries it out. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, isSent, listOf, PROJECT, stagesOf, textsOf } from './dockerfile.js';

describe('the Dockerfile', () => {
  const stages = stagesOf();
  const last = stages.at(-1)!;

  it('is made of known instructions that are no shortcuts: nothing is fetched, unpacked or run as root by the way', () => {
    const known = 'ARG CMD COPY ENTRYPOINT ENV EXPOSE HEALTHCHECK LABEL RUN STOPSIGNAL USER VOLUME WORKDIR'.split(' ');
    const instructions = stages.flatMap((stage) => stage.instructions);
    expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([]);
    expect(textsOf(last, 'EXPOSE')).toEqual([environmentOf(last)['PORT']]);
    for (const stage of stages) expect(textsOf(stage, 'WORKDIR')).toEqual(['/app']);
    // What is installed is what the lock file says.
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN'));
    expect(commands.filter((text) => /\b(sudo|apt|apt-get|curl|wget|npm (i|install))\b/.test(text))).toEqual([]);
  });
  it('builds on a pinned release of Node that is supported, and ends on the small one', () => {
    expect(stages.map(({ base }) => base)).toEqual(['node:24-bookworm', 'node:24-bookworm', 'node:24-bookworm-slim']);
  });
  it('copies what is there and what .dockerignore lets through, and nothing as a whole', () => {
    const copied = stages
      .flatMap((stage) => textsOf(stage, 'COPY'))
      .filter((text) => !text.includes('--from='))
      .flatMap((text) => text.split(' ').slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(PROJECT, path)) || !isSent(path))).toEqual([]);
    expect(copied).not.toContain('.');
    expect(
      ['.env', '.git', 'data/token.key', 'node_modules', 'test', 'deploy/secrets/token_secret'].filter(isSent),
    ).toEqual([]);
  });
  it('runs as a user without rights, by number, with one place to write', () => {
    expect(textsOf(last, 'USER')).toEqual(['1000:1000']);
    expect(textsOf(last, 'VOLUME')).toEqual(['/app/data']);
    expect(textsOf(last, 'COPY').filter((text) => text.includes('--chown'))).toEqual([
      '--from=dependencies --chown=1000:1000 /app/data ./data',
    ]);
    // Nothing is run, and so nothing is built, in the last stage.
    expect(textsOf(last, 'RUN')).toEqual([]);
  });
  it('installs no package that is only needed for building', () => {
    const { instructions } = stages.find(({ name }) => name === 'dependencies')!;
    expect(instructions.find(({ text }) => text.startsWith('npm'))!.text).toContain('--omit=dev');
  });
  it('starts the server itself, without a shell that would keep signals, and asks whether it is ready', () => {
    expect([...listOf(last, 'ENTRYPOINT'), ...listOf(last, 'CMD')]).toEqual([
      'node',
      'deploy/start.cjs',
      'dist/main.js',
    ]);
    expect(textsOf(last, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(textsOf(last, 'HEALTHCHECK')[0]).toContain('/health/ready');
    expect(environmentOf(last)).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000' });
  });
  it('contract 2: its entry point takes every secret setting from a file as well', () => {
    const settings = readFileSync(join(PROJECT, '.env.example'), 'utf8').match(/^(?:# )?[A-Z0-9_]+(?==)/gm)!;
    const secret = settings
      .map((line) => line.replace('# ', ''))
      .filter((name) => /(SECRET|PASSWORD|TOKEN|KEY|KEY_ID|ACCESS_KEY|DATABASE_URL)$/.test(name));
    const known = readFileSync(join(PROJECT, 'deploy/start.cjs'), 'utf8').match(/^ {2}'([A-Z0-9_]+)',$/gm)!;
    expect(known.map((line) => line.replace(/[ ',]/g, ''))).toEqual([...new Set(secret)].sort());
  });
});
