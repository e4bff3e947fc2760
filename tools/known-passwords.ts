import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { knownPasswordsFile, markBytes } from '#server/passwords.ts';

/**
 * Run with `node tools/known-passwords.ts list.txt more.txt`. The lists contain one password per line
 * (docs/decisions/007-accounts-and-passwords.md).
 */
const charactersMin = 10;

const marks = new Set<string>();
for (const path of process.argv.slice(2)) {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/);
  for (const password of lines.filter((line) => line.length >= charactersMin)) {
    const digest = createHash('sha256').update(password.toLowerCase()).digest();
    marks.add(digest.subarray(0, markBytes).toString('hex'));
  }
}
if (marks.size === 0) throw new Error('Name the lists to read: node tools/known-passwords.ts list.txt');
await writeFile(knownPasswordsFile, Buffer.from([...marks].toSorted().join(''), 'hex'));
process.stdout.write(`${marks.size} passwords\n`);
