import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { Backup } from './backup.entity.js';
import { Certificate } from './certificate.entity.js';
import { Cluster } from './cluster.entity.js';
import { Container } from './container.entity.js';
import { DhcpServer } from './dhcp-server.entity.js';
import { DnsServer } from './dns-server.entity.js';
import { ExternalConnectedEntity } from './external-connected-entity.entity.js';
import { Gateway } from './gateway.entity.js';
import { LogicalFlow } from './logical-flow.entity.js';
import { LogicalServer } from './logical-server.entity.js';
import { Network } from './network.entity.js';
import { NetworkSwitch } from './network-switch.entity.js';
import { Router } from './router.entity.js';
import { SecurityDevice } from './security-device.entity.js';
import { Subnetwork } from './subnetwork.entity.js';
import { Vlan } from './vlan.entity.js';

@Module({
  imports: [
    resourceModule(
      Network,
      Subnetwork,
      Gateway,
      ExternalConnectedEntity,
      NetworkSwitch,
      Router,
      SecurityDevice,
      DhcpServer,
      DnsServer,
      Cluster,
      LogicalServer,
      Backup,
      LogicalFlow,
      Container,
      Certificate,
      Vlan,
    ),
  ],
})
export class LogicalInfrastructureViewModule {}
