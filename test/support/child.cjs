/** Processes of the program start with this file, and so read TypeScript as their parent does. */
require('./typescript.cjs').register();
