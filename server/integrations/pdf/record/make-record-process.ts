// Runs in its own process, so that a long record neither blocks nor exhausts the server. Reads a plan from stdin,
// writes the record to its first argument and prints JSON.
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { writeRecord } from './write-record.ts';

// Other requests have priority.
setPriority(constants.priority.PRIORITY_LOW);
const [to] = process.argv.slice(2);
if (to === undefined) throw new Error('A file must be named.');
const pageCount = await writeRecord(JSON.parse(await text(process.stdin)), to);
process.stdout.write(`${JSON.stringify({ pageCount })}\n`);
