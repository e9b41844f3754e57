/** The views that pictures can be made of, in the order in which they are listed. */
import { ADDRESS_PLAN } from './address-plan.js';
import { ADMINISTRATION } from './administration.js';
import { APPLICATION_FLOWS } from './application-flows.js';
import { APPLICATIONS } from './applications.js';
import { ECOSYSTEM } from './ecosystem.js';
import { INFORMATION_SYSTEM } from './information-system.js';
import { LOGICAL_INFRASTRUCTURE } from './logical-infrastructure.js';
import { NETWORK_INFRASTRUCTURE } from './network-infrastructure.js';
import { OVERVIEW } from './overview.js';
import { PHYSICAL_INFRASTRUCTURE } from './physical-infrastructure.js';
import { REGISTER } from './register.js';
import { SECURITY_ZONES } from './security-zones.js';
import type { View } from './view.js';
import { DEPENDENCIES, IMPACT, OBJECT, PATH } from './walks.js';

export const VIEWS: readonly View[] = [
  ECOSYSTEM,
  INFORMATION_SYSTEM,
  APPLICATIONS,
  APPLICATION_FLOWS,
  ADMINISTRATION,
  LOGICAL_INFRASTRUCTURE,
  PHYSICAL_INFRASTRUCTURE,
  NETWORK_INFRASTRUCTURE,
  SECURITY_ZONES,
  REGISTER,
  ADDRESS_PLAN,
  OVERVIEW,
  OBJECT,
  PATH,
  IMPACT,
  DEPENDENCIES,
];
