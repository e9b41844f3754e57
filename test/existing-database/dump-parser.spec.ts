/** The reader of dumps: every spelling of a value, and any cut between two pieces. */
import { DumpParser } from '../../src/exchange/mercator/dump-parser.js';

/** Tables and rows in a text, fed in pieces of this many bytes. */
function parsed(text: string | Buffer, size = 1 << 20): unknown[] {
  const found: unknown[] = [];
  const parser = new DumpParser({
    table: (name, columns) => found.push([name, columns]),
    row: (table, columns, values) => found.push([table, ...(columns ? [columns] : []), values]),
  });
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) parser.feed(bytes.subarray(at, at + size));
  parser.end();
  return found;
}

const DUMP = String.raw`/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB; not (the 'end
/*!40101 SET NAMES utf8mb4 */;
# a remark with ; and 'quotes
DROP TABLE IF EXISTS ${'`sites`'};
CREATE TABLE ${'`sites`'} (
  ${'`id`'} int(10) unsigned NOT NULL AUTO_INCREMENT,
  ${'`na``me`'} varchar(255) NOT NULL DEFAULT 'a, (b); c' COMMENT 'it''s, a name',
  ${'`price`'} decimal(12,2) DEFAULT NULL,
  PRIMARY KEY (${'`id`'}),
  KEY ${'`by_name`'} (${'`na``me`'},${'`price`'}),
  CONSTRAINT ${'`c`'} FOREIGN KEY (${'`id`'}) REFERENCES ${'`x`'} (${'`id`'})
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 /*!50100 PARTITION BY KEY (id) */;
LOCK TABLES ${'`sites`'} WRITE;
/*!40000 ALTER TABLE ${'`sites`'} DISABLE KEYS */;
INSERT INTO ${'`sites`'} VALUES
(1,'Caf\'e ''quoted'' \\ \n\t\0 \"x\" 100\%','3.50'),
( 2 , _utf8mb4'é), (' , -1.5e2 ),(0x33,0x4D616E,NULL),(x'34', _binary 'bytes',TRUE),(9007199254740993,'',false);
INSERT IGNORE INTO ${'`meridian`.`sites`'} (${'`na``me`, "id"'}) VALUES ('-- no remark /* none */',5) ON DUPLICATE KEY UPDATE id = VALUES(id);
REPLACE INTO plain(a,b) values (b'101', null);
DELIMITER ;;
/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON sites FOR EACH ROW BEGIN INSERT INTO hidden VALUES (1); END */;;
CREATE PROCEDURE p() BEGIN INSERT INTO hidden VALUES (1); END ;;
DELIMITER ;
UNLOCK TABLES;
-- Dump completed on 2026-04-02`;

const EXPECTED = [
  ['sites', ['id', 'na`me', 'price']],
  ['sites', [1, "Caf'e 'quoted' \\ \n\t\0 \"x\" 100\\%", '3.50']],
  ['sites', [2, 'é), (', -150]],
  ['sites', ['3', 'Man', null]],
  ['sites', ['4', 'bytes', 1]],
  ['sites', ['9007199254740993', '', 0]],
  ['sites', ['na`me', 'id'], ['-- no remark /* none */', 5]],
  ['plain', ['a', 'b'], [5, null]],
];

it.each([1, 2, 3, 7, 64, 1 << 20])('reads a dump in pieces of %d bytes', (size) => {
  expect(parsed(DUMP, size)).toEqual(EXPECTED);
});
it('a dump that is cut off anywhere is refused', () => {
  const bytes = Buffer.from(DUMP);
  for (let length = 200; length < bytes.length - 15; length += 11)
    expect(() => parsed(bytes.subarray(0, length))).toThrow('its end is missing');
});
it('a wild card in quotes keeps its backslash, a long row is read once', () => {
  const long = 'x'.repeat(3 << 20);
  const started = performance.now();
  expect(parsed(`INSERT INTO t (a) VALUES ('${long}');`, 4096)).toEqual([['t', ['a'], [long]]]);
  expect(performance.now() - started).toBeLessThan(20_000);
});
it.each([
  ['/*!40101 SET NAMES latin1 */;', 'its texts are latin1'],
  ['INSERT INTO t (a) VALUES (NOW());', 'a value that is none|more than values'],
])('%s is refused with a sentence', (text, sentence) => {
  expect(() => parsed(text)).toThrow(new RegExp(sentence));
});
it('texts in other characters are refused', () => {
  expect(() =>
    parsed(Buffer.concat([Buffer.from("INSERT INTO t (a) VALUES ('"), Buffer.from([0xe9]), Buffer.from("');")])),
  ).toThrow('not UTF-8');
});
