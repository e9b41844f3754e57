import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { Bay } from './bay.entity.js';
import { Building } from './building.entity.js';
import { Lan } from './lan.entity.js';
import { Man } from './man.entity.js';
import { Peripheral } from './peripheral.entity.js';
import { Phone } from './phone.entity.js';
import { PhysicalLink } from './physical-link.entity.js';
import { PhysicalRouter } from './physical-router.entity.js';
import { PhysicalSecurityDevice } from './physical-security-device.entity.js';
import { PhysicalServer } from './physical-server.entity.js';
import { PhysicalSwitch } from './physical-switch.entity.js';
import { Site } from './site.entity.js';
import { StorageDevice } from './storage-device.entity.js';
import { Wan } from './wan.entity.js';
import { WifiTerminal } from './wifi-terminal.entity.js';
import { Workstation } from './workstation.entity.js';
import { Zone } from './zone.entity.js';

@Module({
  imports: [
    resourceModule(
      Site,
      Building,
      Bay,
      Zone,
      PhysicalServer,
      Workstation,
      StorageDevice,
      Peripheral,
      Phone,
      PhysicalSwitch,
      PhysicalRouter,
      WifiTerminal,
      PhysicalSecurityDevice,
      PhysicalLink,
      Wan,
      Man,
      Lan,
    ),
  ],
})
export class PhysicalInfrastructureViewModule {}
