/** The compose files, read as compose reads them, as far as they use it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT } from './dockerfile.js';

export interface Service {
  image: string;
  build?: string;
  command?: string | string[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
  extra_hosts?: string[];
  user?: string;
  read_only: boolean;
  tmpfs: string[];
  cap_drop: string[];
  cap_add?: string[];
  security_opt: string[];
  restart: string;
  healthcheck?: { test: string[] };
}

export interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
  secrets: Record<string, { file: string }>;
}

/** The linter of the API description brings a reader of YAML along, which knows anchors and what is merged into a map. */
const fromLinter = createRequire(createRequire(__filename).resolve('@redocly/cli/package.json'));
const { load } = fromLinter('js-yaml') as { load(text: string): unknown };

export const composeIn = (file: string): Compose => load(readFileSync(join(PROJECT, file), 'utf8')) as Compose;

/** Addresses by name, of the services of a network. */
export function addressesIn({ services }: Compose, network: string): Record<string, string> {
  const found = Object.entries(services).flatMap(([name, { networks }]) => {
    const address = Array.isArray(networks) ? undefined : networks[network]?.ipv4_address;
    return address ? [[name, address]] : [];
  });
  return Object.fromEntries(found);
}
