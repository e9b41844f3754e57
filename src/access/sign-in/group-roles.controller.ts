/** `/api/group-roles`: which groups of a provider give which roles (identity 7). */
import { Controller, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import type { FastifyRequest } from 'fastify';
import { contextOf } from '../../core/http/caller.js';
import { Check, isSent, RequestBody } from '../../core/http/dto.js';
import { Message } from '../../core/i18n/messages.js';
import { Needs } from '../../engine/index.js';
import type { Provider } from './identified.js';
import { GroupRoles, type GroupRole } from './group-roles.js';

const MAX_GROUP = 1024;

class GroupRoleDto {
  @Check('provider', (value) =>
    value === 'ldap' || value === 'oidc' ? undefined : new Message('oneOf', { allowed: 'ldap, oidc' }),
  )
  provider!: Provider;

  @Check('group', (value) => {
    if (!isSent(value)) return new Message('required');
    if (typeof value !== 'string') return new Message('string');
    if (value.includes('\0') || !value.isWellFormed()) return new Message('characters');
    return [...value].length > MAX_GROUP ? new Message('maxText', { max: MAX_GROUP }) : undefined;
  })
  group!: string;

  @Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  )
  @Check('role', (value) => {
    if (!isSent(value)) return new Message('required');
    return Number.isSafeInteger(value) && (value as number) > 0 ? undefined : new Message('selected');
  })
  role_id!: number;
}

@Controller('api/group-roles')
export class GroupRolesController {
  constructor(private readonly mappings: GroupRoles) {}

  @Get()
  @Needs('group_role_access')
  list(): Promise<GroupRole[]> {
    return this.mappings.list();
  }

  @Get(':id')
  @Needs('group_role_show')
  read(@Req() request: FastifyRequest): Promise<GroupRole> {
    return this.mappings.read(idOf(request));
  }

  @Post()
  @Needs('group_role_create')
  @HttpCode(201)
  store(@Req() request: FastifyRequest, @RequestBody() body: GroupRoleDto): Promise<GroupRole> {
    return this.mappings.store(membersOf(body), contextOf(request));
  }

  @Put(':id')
  @Needs('group_role_edit')
  update(@Req() request: FastifyRequest, @RequestBody() body: GroupRoleDto): Promise<GroupRole> {
    return this.mappings.update(idOf(request), membersOf(body), contextOf(request));
  }

  @Delete(':id')
  @Needs('group_role_delete')
  @HttpCode(200)
  async destroy(@Req() request: FastifyRequest): Promise<never[]> {
    await this.mappings.destroy(idOf(request), contextOf(request));
    return [];
  }
}

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

const membersOf = ({ provider, group, role_id }: GroupRoleDto): Omit<GroupRole, 'id'> => ({ provider, group, role_id });
