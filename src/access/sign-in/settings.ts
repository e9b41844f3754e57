/** Settings of signing in that hold whatever the way: who may use a password, what roles newcomers get (identity 3, 7, 11). */
import { Duration, OneOf, readSettings, Setting, Text, type Environment } from '../../core/settings.js';
import { fold } from '../../core/text/fold.js';

type LocalLogin = 'all' | 'named' | 'off';
/** Of whom a second factor is asked who has none. */
type RequiredOf = 'none' | 'admins' | 'all';

class SignInEnvironment {
  @OneOf('LOCAL_LOGIN', ['all', 'named', 'off']) localLogin: LocalLogin = 'all';
  @Setting('LOCAL_LOGIN_USERS', (text) => text.split(',').flatMap((login) => login.trim() || []), () => '')
  localLoginUsers: string[] = [];
  /** Title of the role of whoever has none; undefined: they have none. */
  @Text('DEFAULT_ROLE') defaultRole: string | undefined;
  /** The group whose members are administrators while no group is mapped to a role. */
  @Text('ADMIN_GROUP') adminGroup: string | undefined;
  /** Seconds after which somebody of a provider must sign in anew for their named tokens to go on. */
  @Duration('SSO_MAX_AGE') ssoMaxAge = 7 * 24 * 3600;
  /** Who needs a second factor: `admins`, whoever may give rights. */
  @OneOf('REQUIRE_SECOND_FACTOR', ['none', 'admins', 'all']) requireSecondFactor: RequiredOf = 'none';
}

export interface SignInSettings extends Readonly<SignInEnvironment> {
  readonly defaultRole: string | undefined;
  readonly adminGroup: string | undefined;
}

/** The settings; `hasProvider`: a directory or an OpenID provider is set. What is wrong is added to `problems`. */
export function signInSettings(environment: Environment, hasProvider: boolean, problems: string[]): SignInSettings {
  const settings = readSettings(SignInEnvironment, environment, problems);
  const { localLogin, localLoginUsers, adminGroup } = settings;
  if (localLogin === 'off' && !hasProvider)
    problems.push('LOCAL_LOGIN=off needs a directory (LDAP_URL) or a provider (OIDC_ISSUER): nobody could sign in.');
  if (localLogin === 'named' && !localLoginUsers.length)
    problems.push(
      'LOCAL_LOGIN=named needs LOCAL_LOGIN_USERS: the logins that keep their password, separated by commas.',
    );
  // Under this name the older application has it.
  const older = 'LDAP_AUTO_PROVISION_ROLE' in environment ? environment['LDAP_AUTO_PROVISION_ROLE'] : undefined;
  return Object.freeze({ ...settings, defaultRole: settings.defaultRole ?? older, adminGroup });
}

/** The login is one of the few that keep a password while others use a provider: each of its sign-ins is told. */
export const isBreakGlass = ({ localLogin, localLoginUsers }: SignInSettings, login: string): boolean =>
  localLogin === 'named' && localLoginUsers.some((one) => fold(one) === fold(login));

/** Whether the user with this login may sign in with the password that is stored here. */
export const mayUsePassword = (settings: SignInSettings, login: string): boolean =>
  settings.localLogin === 'all' || isBreakGlass(settings, login);
