import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { AdDomain } from './ad-domain.entity.js';
import { AdForest } from './ad-forest.entity.js';
import { AdminUser } from './admin-user.entity.js';
import { AdminZone } from './admin-zone.entity.js';
import { Directory } from './directory.entity.js';

@Module({
  imports: [resourceModule(AdminZone, Directory, AdForest, AdDomain, AdminUser)],
})
export class AdministrationViewModule {}
