/** What could stand where the text form goes wrong. */
import { EOF, type IParserErrorMessageProvider, type TokenType } from 'chevrotain';

const labels = (types: Array<TokenType | undefined>): string =>
  [...new Set(types.filter((type) => type !== undefined).map(({ name, LABEL = name }) => LABEL))].join(', ');

/** What follows a whole clause. */
const NEXT_CLAUSE = 'FIELDS, WHERE, ORDER BY, WITH, OUTPUT, LIMIT';

/** The parser's messages: nothing but what it expected. */
export const errorMessages: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => (expected === EOF ? NEXT_CLAUSE : labels([expected])),
  buildNotAllInputParsedMessage: () => NEXT_CLAUSE,
  buildNoViableAltMessage: ({ expectedPathsPerAlt, actual }) => {
    const paths = expectedPathsPerAlt.flat();
    // Where the first word fits, it is the second one that does not.
    const second = paths.filter(([first]) => first === actual[0]?.tokenType && actual.length > 1);
    return second.length ? labels(second.map((path) => path[1])) : labels(paths.map(([first]) => first));
  },
  buildEarlyExitMessage: ({ expectedIterationPaths }) => labels(expectedIterationPaths.map(([first]) => first)),
};
