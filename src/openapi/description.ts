/** The introduction of the document: what holds for every request. */

export const DESCRIPTION = `
The map of an organisation's information system: objects of some 60 kinds in seven views, linked to each other, readable
and writable as JSON.

**Signing in.** \`POST /api/login\` gives a token; it goes into \`Authorization: Bearer …\` of every other request.
Scripts make a token with a name (\`POST /api/tokens\`).

**Requests.** Bodies are JSON, form-urlencoded or multipart, in UTF-8. Schemas show the plainest spelling; numbers may also come as
numeric strings, booleans as \`1\`, \`on\` or \`yes\`, ids as objects with \`id\`, and fields under the names in
\`x-aliases\`. Unknown names are ignored and told in \`X-Ignored-Fields\`; with \`strict=1\` they are 422. Strings are
trimmed unless their field is kept to the byte, an empty one is null. HEAD works wherever GET does.

**Answers.** Lists are bare arrays of columns, single reads \`{"data": {…}}\` with the ids of all links, writes the bare
object. Times are UTC. Single reads and writes carry an \`ETag\` for \`If-Match\` and \`If-None-Match\`.

**Round trip.** The whole object just read can be sent back: a rule counts only for values that differ from the stored ones.

**Errors** are JSON with \`message\` and \`code\`, and \`errors\` by field where a rule is broken; sentences are English or
French. Order: 401, 403, 404, 422.

**Rights** are abilities such as \`application_edit\`, given through roles. Single objects can be delegated
(\`cartographers\`).

**Older names.** Paths in \`x-aliases\` are served exactly as the path that lists them.
`.trim();
