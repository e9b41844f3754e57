/** Users, roles, permissions, delegations and documents: registers them and gives their services what they need. */
import { Inject, Module } from '@nestjs/common';
import { NamedTokensService } from '../auth/named-tokens.service.js';
import { TokenService } from '../auth/token.service.js';
import { TokensController } from '../auth/tokens.controller.js';
import { CONFIG, type Config } from '../config.js';
import { DocumentStore } from '../documents/document-store.js';
import { DocumentsController } from '../documents/documents.controller.js';
import { DocumentStoreModule } from '../documents/documents.module.js';
import { DocumentsService } from '../documents/documents.service.js';
import { resourceModule, serviceOf } from '../resource/index.js';
import { Cartographer } from './cartographer.entity.js';
import { CartographersService } from './cartographers.service.js';
import { Document } from './document.entity.js';
import { Permission } from './permission.entity.js';
import { Role } from './role.entity.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

const RESOURCES = resourceModule(
  { entity: User, service: UsersService },
  { entity: Role, service: RolesService, controller: RolesController },
  Permission,
  { entity: Cartographer, service: CartographersService },
  { entity: Document, service: DocumentsService, controller: DocumentsController },
);

@Module({
  imports: [DocumentStoreModule, RESOURCES],
  controllers: [TokensController],
  providers: [NamedTokensService],
})
export class ConfigurationViewModule {
  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(TokenService) tokens: TokenService,
    @Inject(DocumentStore) files: DocumentStore,
    @Inject(serviceOf('users')) users: UsersService,
    @Inject(serviceOf('roles')) roles: RolesService,
    @Inject(serviceOf('documents')) documents: DocumentsService,
  ) {
    users.connect(tokens, config.bcryptCost);
    roles.connect(tokens);
    documents.connect(files, config.maxFileSize);
  }
}
