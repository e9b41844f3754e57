/** A letter as a program of mail reads it: by the parser of Python, which knows nothing of how ours are written. */
import { spawnSync } from 'node:child_process';

export interface ParsedLetter {
  headers: Array<[name: string, value: string]>;
  /** What its parser found wrong, of the letter and of its parts. */
  defects: string[];
  /** Leaves by their type. */
  parts: Record<string, string>;
  /** Elements of the HTML with their attributes, and the text between them. */
  elements: Array<[name: string, attributes: Array<[string, string | null]>]>;
  words: string;
}

const PROGRAM = `
import sys, json, email, email.policy, html.parser
letter = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
leaves = [one for one in letter.walk() if not one.is_multipart()]
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.words = [], []
    def handle_starttag(self, tag, attrs):
        self.elements.append([tag, attrs])
    def handle_data(self, data):
        self.words.append(data)
reader = Reader()
for leaf in leaves:
    if leaf.get_content_type() == "text/html":
        reader.feed(leaf.get_content())
print(json.dumps({
    "headers": [[name, str(value)] for name, value in letter.items()],
    "defects": [repr(fault) for one in letter.walk() for fault in list(one.defects) + [d for v in one.values() for d in getattr(v, "defects", [])]],
    "parts": {leaf.get_content_type(): leaf.get_content() for leaf in leaves},
    "elements": reader.elements,
    "words": "".join(reader.words),
}))`;

/** Undefined where there is no Python here. */
export function parsedLetter(raw: Buffer): ParsedLetter | undefined {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const { status, stdout, error } = spawnSync(python, ['-c', PROGRAM], { input: raw, encoding: 'utf8' });
    if (error) continue;
    expect([python, status]).toEqual([python, 0]);
    return JSON.parse(stdout) as ParsedLetter;
  }
  return undefined;
}
