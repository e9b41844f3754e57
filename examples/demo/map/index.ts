/** The whole map of the demo: an invented hospital, view by view. */
import type { Calendar, DemoMap } from '../rows.js';
import { access } from './access.js';
import { administration } from './administration.js';
import { applicationFlows } from './application-flows.js';
import { applications } from './applications.js';
import { business } from './business.js';
import { cables } from './cables.js';
import { documents } from './documents.js';
import { ecosystem } from './ecosystem.js';
import { gdpr } from './gdpr.js';
import { logicalFlows } from './logical-flows.js';
import { machines } from './machines.js';
import { networks } from './networks.js';
import { places } from './places.js';
import { servers } from './servers.js';
import { workstations } from './workstations.js';

/** Objects that are deleted once everything is there: [path, name]. */
export const DELETED: ReadonlyArray<readonly [string, string]> = [['logical-servers', 'SRV-OLD-DPI']];

/**
 * All objects, in an order in which required references stand before what refers to them.
 * @param calendar the day that dates are told from
 * @param passwordOf the password of each user of the demo
 */
export const demoMap = (calendar: Calendar, passwordOf: (login: string) => string): DemoMap => ({
  ...documents,
  ...ecosystem(calendar),
  ...business,
  ...administration,
  ...places,
  ...networks,
  ...machines(calendar),
  ...applications(calendar),
  ...applicationFlows,
  ...servers(calendar),
  ...workstations(calendar),
  ...logicalFlows,
  ...cables,
  ...gdpr(calendar),
  ...access(passwordOf),
});
