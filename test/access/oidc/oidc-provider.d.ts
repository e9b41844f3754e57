/** Its types are a package of their own, of which nothing is needed. */
declare module 'oidc-provider' {
  export default class Provider {
    constructor(issuer: string, configuration: object);
    on(event: string, listener: (...given: never[]) => unknown): this;
    callback(): (request: unknown, answer: unknown) => unknown;
  }
}
