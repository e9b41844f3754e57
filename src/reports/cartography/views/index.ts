/** The views of the map, in the order of the report. */
import type { MapView } from '../fields.js';
import { administration } from './administration.js';
import { applications } from './applications.js';
import { ecosystem } from './ecosystem.js';
import { informationSystem } from './information-system.js';
import { logicalInfrastructure } from './logical-infrastructure.js';
import { physicalInfrastructure } from './physical-infrastructure.js';

export const VIEWS: readonly MapView[] = [
  ecosystem,
  informationSystem,
  applications,
  administration,
  logicalInfrastructure,
  physicalInfrastructure,
];
