import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { CONFIG, type Config } from '../config.js';
import { TokenGuard } from './auth.guard.js';
import { Delegations } from './delegations.js';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';
import { NamedTokensService } from './named-tokens.service.js';
import { PermissionGuard } from './permission.guard.js';
import { RouteTable } from './route-table.js';
import { TOKEN_SECRET, tokenSecret } from './token-secret.js';
import { TokenService } from './token.service.js';
import { TokensController } from './tokens.controller.js';
import { TokenStrategy } from './token.strategy.js';

const secret = { provide: TOKEN_SECRET, inject: [CONFIG], useFactory: (config: Config) => tokenSecret(config) };

@Global()
@Module({
  imports: [
    PassportModule,
    JwtModule.registerAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({ secret: tokenSecret(config), signOptions: { algorithm: 'HS256' } }),
    }),
  ],
  controllers: [LoginController, TokensController],
  providers: [
    secret,
    TokenService,
    TokenStrategy,
    LoginService,
    NamedTokensService,
    Delegations,
    RouteTable,
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_GUARD, useClass: PermissionGuard },
  ],
  exports: [TokenService, RouteTable, Delegations],
})
export class AuthModule {}
