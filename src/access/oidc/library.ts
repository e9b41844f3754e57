/** What is used of the libraries: this file is loaded when the provider is first needed, and they with it. */
export * as openid from 'openid-client';
export { createLocalJWKSet, errors, importPKCS8, jwtVerify } from 'jose';
