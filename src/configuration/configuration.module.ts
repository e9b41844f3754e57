import { Module } from '@nestjs/common';
import { resourceModule } from '../resource/index.js';
import { Cartographer } from './cartographer.entity.js';
import { Document } from './document.entity.js';
import { Permission } from './permission.entity.js';
import { Role } from './role.entity.js';
import { User } from './user.entity.js';

@Module({ imports: [resourceModule(User, Role, Permission, Cartographer, Document)] })
export class ConfigurationViewModule {}
