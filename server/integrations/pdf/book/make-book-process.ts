// Runs in a separate process, so that hostile documents cannot exhaust the server.
import { text } from 'node:stream/consumers';
import { writeBook } from './write-book.ts';

const [to] = process.argv.slice(2);
if (to === undefined) throw new Error('The path of the output file is missing.');
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const made = await writeBook(JSON.parse(await text(process.stdin)), to, (paper) => print({ begun: paper }));
print(made);
