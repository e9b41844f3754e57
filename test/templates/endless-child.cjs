/** A process that tells what it was started with, and then is busy for ever. */
const { answerParent } = require('../../src/core/child.ts');

answerParent((question) => {
  for (; question === 'loop';);
  return { content: { pid: process.pid, names: Object.keys(process.env) } };
});
