import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a noun of the server may have (docs/architecture.md). What does not fit is another noun, or goes down. */
const rooms = ['routes', 'queries', 'commands', 'policy', 'visibility', 'present', 'ports', 'jobs', 'mail'] as const;

/** `server/features/<storey>/<noun>/<sub-nouns>/<room>.ts` */
const inNoun = /^server\/features\/[^/]+\/[^/]+\/(?:[^/]+\/)*([^/]+)\.ts$/;
const reads = /\bsql(?:<|`)|\.selectFrom\(/;
const writes =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`]*>)?`\s*(?:insert|update|delete|merge)\b/i;

/** Files of the server's nouns whose name is no room. Tests stand beside what they test. */
export function filesOfNoRoom(files: readonly string[]): readonly string[] {
  return files
    .filter((file) => !(rooms as readonly string[]).includes(roomOf(file) ?? rooms[0]))
    .map((file) => `known-rooms: ${file} is none of ${rooms.join(', ')}`);
}

/** SQL outside queries, commands and visibility, and statements that write where only reading is allowed. */
export async function misplacedSql(root: string, files: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) {
    const room = roomOf(file);
    if (room === null || room === 'commands') continue;
    const source = await readFile(join(root, file), 'utf8');
    const mayRead = room === 'queries' || room === 'visibility';
    if (!mayRead && (reads.test(source) || writes.test(source))) found.push(`sql-in-its-rooms: ${file} holds SQL`);
    if (mayRead && writes.test(source)) found.push(`sql-in-its-rooms: ${file} writes`);
  }
  return found;
}

/** The name of a room, or of what stands where a room should; null for a test and for a file of no noun. */
function roomOf(file: string): string | null {
  return file.endsWith('.test.ts') ? null : (inNoun.exec(file)?.[1] ?? null);
}
