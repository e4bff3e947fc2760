// A process of its own: hostile papers may take its memory and its time, never the server's. Reads a plan from its input and
// writes the book to the file that its first argument names. Prints one line of JSON before each paper and one at the end.
import { text } from 'node:stream/consumers';
import { writeBook } from './write-book.ts';

const [to] = process.argv.slice(2);
if (to === undefined) throw new Error('A file must be named.');
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const made = await writeBook(JSON.parse(await text(process.stdin)), to, (paper) => print({ begun: paper }));
print(made);
