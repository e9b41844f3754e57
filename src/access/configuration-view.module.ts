import { Module } from '@nestjs/common';
import { AuditEvents } from '../audit/audit-events.js';
import { NamedTokensService } from './named-tokens.service.js';
import { TokenService } from './token.service.js';
import { StepUp } from './factor/step-up.js';
import { FairSemaphore } from './fair-semaphore.js';
import { CONFIG } from '../config.js';
import { DocumentStore } from '../documents/document-store.js';
import { DocumentsController } from '../documents/documents.controller.js';
import { DocumentStoreModule } from '../documents/documents.module.js';
import { DocumentsService } from '../documents/documents.service.js';
import { Plans, resourceModule } from '../engine/index.js';
import { Cartographer } from './cartographer.entity.js';
import { CartographersService } from './cartographers.service.js';
import { Document } from '../documents/document.entity.js';
import { Perimeter } from './perimeters/perimeter.entity.js';
import { PerimetersController } from './perimeters/perimeters.controller.js';
import { PerimetersService } from './perimeters/perimeters.service.js';
import { PerimeterPlaces } from './perimeters/places.js';
import { Permission } from './permission.entity.js';
import { Role } from './role.entity.js';
import { disabledFilter } from './disabled-filter.js';
import { RolesService } from './roles.service.js';
import { UserStates } from './sign-in/user-states.js';
import { User } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

const RESOURCES = resourceModule(
  {
    entity: User,
    service: UsersService,
    controller: UsersController,
    inject: [TokenService, StepUp, CONFIG, AuditEvents, NamedTokensService, FairSemaphore, UserStates],
  },
  { entity: Role, service: RolesService, inject: [TokenService, StepUp] },
  Permission,
  {
    entity: Perimeter,
    service: PerimetersService,
    controller: PerimetersController,
    inject: [TokenService, StepUp, PerimeterPlaces],
  },
  { entity: Cartographer, service: CartographersService, inject: [TokenService, StepUp] },
  { entity: Document, service: DocumentsService, controller: DocumentsController, inject: [DocumentStore, CONFIG] },
);

@Module({ imports: [DocumentStoreModule, RESOURCES] })
export class ConfigurationViewModule {
  constructor(plans: Plans) {
    plans.language.add(disabledFilter);
  }
}
