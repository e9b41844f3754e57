/** All templates that come with the release, by their keys. */
import type { Template } from '../template.js';
import { ARCHITECTURE_TEMPLATES } from './architecture.js';
import { NAME_TEMPLATES } from './names.js';
import { SERVER_TEMPLATES } from './servers.js';

const SHIPPED: readonly Template[] = [...SERVER_TEMPLATES, ...NAME_TEMPLATES, ...ARCHITECTURE_TEMPLATES]
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .map(({ key, sort, include, ...text }) => ({
    ...{
      ...text,
      id: key,
      name: key,
      kind: 'text' as const,
      query: null,
      report: null,
      lists: { filter: {}, sort, include },
    },
    ...{ ownerId: null, owner: null, shared: true, shipped: true, createdAt: null, updatedAt: null },
  }));

export const shippedTemplates = (): readonly Template[] => SHIPPED;
