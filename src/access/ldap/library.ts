/** What is used of the library: this file is loaded when a directory is first asked, and the library with it. */
export {
  Client,
  EqualityFilter,
  InvalidCredentialsError,
  NoSuchObjectError,
  ResultCodeError,
  SizeLimitExceededError,
} from 'ldapts';
