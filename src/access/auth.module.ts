import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { CONFIG, type Config } from '../config.js';
import { AsOfGuard } from '../core/http/as-of.js';
import { DryRunGuard } from '../core/http/dry-run.js';
import { IdempotencyGuard } from '../operations/limits/idempotency.guard.js';
import { Grants } from '../engine/index.js';
import { TOKEN_CHECK, TokenGuard } from './auth.guard.js';
import { BrowserSessions } from './browser-sessions.js';
import { Delegations } from './delegations.js';
import { Directory } from './ldap/directory.js';
import { LdapSync } from './ldap/ldap-sync.js';
import { LoginThrottle } from './login-throttle.js';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';
import { MergeDelegations } from './merge-delegations.js';
import { NamedTokensService } from './named-tokens.service.js';
import { Journeys } from './oidc/journeys.js';
import { OidcController } from './oidc/oidc.controller.js';
import { ProviderKeys } from './oidc/provider-keys.js';
import { ProviderTokens } from './oidc/provider-tokens.js';
import { OidcProvider } from './oidc/provider.js';
import { OwnPasswordController } from './own-password.controller.js';
import { PasswordWork } from './password.js';
import { PerimeterPlaces } from './perimeters/places.js';
import { PerimeterRestriction } from './perimeters/restriction.js';
import { PerimeterSwitch } from './perimeters/switch.js';
import { PermissionGuard } from './permission.guard.js';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesService } from './preferences.service.js';
import { DeviceCodes } from './program/device-codes.js';
import { ProgramSignInController } from './program/program-sign-in.controller.js';
import { RouteTable } from './route-table.js';
import { Accounts } from './sign-in/accounts.js';
import { GroupRolesController } from './sign-in/group-roles.controller.js';
import { GroupRoles } from './sign-in/group-roles.js';
import { Identities } from './sign-in/identities.js';
import { IdentitiesController } from './sign-in/identities.controller.js';
import { ManagedRoles } from './sign-in/managed-roles.js';
import { SignIns } from './sign-in/sign-ins.js';
import { SigninCodes } from './sign-in/signin-codes.js';
import { UserStates } from './sign-in/user-states.js';
import { tokenCheck, tokenSecret } from './token.strategy.js';
import { TokenService } from './token.service.js';
import { TokensController } from './tokens.controller.js';
import { FairSemaphore } from './fair-semaphore.js';
import { FactorCheck } from './factor/factor-check.js';
import { FactorRules } from './factor/factor-rules.js';
import { LoginFactorController } from './factor/login-factor.controller.js';
import { OwnFactorsController } from './factor/own-factors.controller.js';
import { Passkeys } from './factor/passkeys.js';
import { SecondFactors } from './factor/second-factors.js';
import { StepUp } from './factor/step-up.js';
import { StillHeld } from './still-held.js';
import { Tickets } from './factor/tickets.js';
import { UserFactorsController } from './factor/user-factors.controller.js';
import { WrongFactors } from './factor/wrong-factors.js';

/** Hashing keeps a thread busy for a while, and one of the four must be left for files. */
const AT_ONCE = 3;
const MAX_WAITING = 300;

@Global()
@Module({
  imports: [
    PassportModule,
    JwtModule.registerAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({ secret: tokenSecret(config), signOptions: { algorithm: 'HS256' } }),
    }),
  ],
  controllers: [
    LoginController,
    TokensController,
    OwnPasswordController,
    PreferencesController,
    IdentitiesController,
    GroupRolesController,
    OidcController,
    LoginFactorController,
    OwnFactorsController,
    UserFactorsController,
    ProgramSignInController,
  ],
  providers: [
    TokenService,
    BrowserSessions,
    {
      provide: TOKEN_CHECK,
      inject: [CONFIG, TokenService, BrowserSessions],
      useFactory: (config: Config, tokens: TokenService, sessions: BrowserSessions) =>
        tokenCheck(tokenSecret(config), tokens, sessions),
    },
    { provide: FairSemaphore, useFactory: () => new FairSemaphore(AT_ONCE, MAX_WAITING) },
    LoginService,
    LoginThrottle,
    Directory,
    LdapSync,
    Identities,
    Accounts,
    ManagedRoles,
    GroupRoles,
    UserStates,
    SignIns,
    SigninCodes,
    SecondFactors,
    FactorRules,
    FactorCheck,
    WrongFactors,
    Passkeys,
    Tickets,
    StepUp,
    StillHeld,
    DeviceCodes,
    OidcProvider,
    Journeys,
    ProviderKeys,
    ProviderTokens,
    PasswordWork,
    PreferencesService,
    NamedTokensService,
    { provide: Grants, useClass: Delegations },
    MergeDelegations,
    PerimeterPlaces,
    PerimeterRestriction,
    PerimeterSwitch,
    RouteTable,
    // In this order: who calls, whether they may, whether that can be tried, whether they did already.
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_GUARD, useClass: PermissionGuard },
    { provide: APP_GUARD, useClass: DryRunGuard },
    { provide: APP_GUARD, useClass: AsOfGuard },
    { provide: APP_GUARD, useClass: IdempotencyGuard },
  ],
  exports: [
    TokenService,
    StepUp,
    StillHeld,
    UserStates,
    Identities,
    ManagedRoles,
    NamedTokensService,
    FairSemaphore,
    RouteTable,
    Grants,
    PerimeterPlaces,
    PerimeterSwitch,
  ],
})
export class AuthModule {}
