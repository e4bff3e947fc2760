// A process, so that long minutes neither block nor exhaust the server. Reads a plan from stdin, writes the minutes to its
// first argument and prints JSON.
import { text } from 'node:stream/consumers';
import { writeMinutes } from './write-minutes.ts';

const [to] = process.argv.slice(2);
if (to === undefined) throw new Error('A file must be named.');
const pageCount = await writeMinutes(JSON.parse(await text(process.stdin)), to);
process.stdout.write(`${JSON.stringify({ pageCount })}\n`);
