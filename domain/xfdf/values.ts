import { coordinateMax, type Point, type Rect } from './annotation.ts';

/** `offsetMinutes` is positive east of Greenwich (ISO 32000-1, 7.9.4). */
export function writePdfDate(epochMilliseconds: number, offsetMinutes: number): string {
  const local = new Date(epochMilliseconds + offsetMinutes * 60_000).toISOString();
  const digits = local.slice(0, 19).replaceAll(/\D/g, '');
  if (offsetMinutes === 0) return `D:${digits}Z`;
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `D:${digits}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}'${two(minutes % 60)}'`;
}

const pdfDate = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([-+])(\d{2})(?:'?(\d{2}))?'?)?/;

/** Returns milliseconds since the epoch. A date without an offset is read as UTC. */
export function readPdfDate(text: string | undefined): number | undefined {
  const parts = text === undefined ? null : pdfDate.exec(text);
  if (!parts) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, hours, minutes] = parts;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local)) return undefined;
  const offset = sign ? (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1) : 0;
  return local - offset * 60_000;
}

export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || beyondNumbers.test(text) || text.trim() === '') return undefined;
  return withinPage(Number(text));
}

export function readNumbers(text: string | undefined): readonly number[] | undefined {
  if (text === undefined || beyondLists.test(text)) return undefined;
  const numbers: number[] = [];
  for (const part of text.split(separators)) {
    if (part === '') continue;
    const value = withinPage(Number(part));
    if (value === undefined) return undefined;
    numbers.push(value);
  }
  return numbers;
}

const separators = /[\s,;]+/;
/** `Number` would accept input such as `0x1` and `Infinity`. */
const beyondNumbers = /[^\d\s.eE+-]/;
const beyondLists = /[^\d\s.eE+,;-]/;

function withinPage(value: number): number | undefined {
  return Math.abs(value) <= coordinateMax ? value : undefined;
}

export function readPoints(text: string | undefined): readonly Point[] | undefined {
  const numbers = readNumbers(text);
  if (!numbers || numbers.length === 0 || numbers.length % 2 !== 0) return undefined;
  const points: Point[] = [];
  for (let at = 0; at < numbers.length; at += 2)
    points.push({ x: numbers[at] as number, y: numbers[at + 1] as number });
  return points;
}

export function readRect(text: string | undefined): Rect | undefined {
  const numbers = readNumbers(text);
  if (numbers?.length !== 4) return undefined;
  const [a, b, c, d] = numbers as [number, number, number, number];
  return { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) };
}

export function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

export function writeNumber(value: number): string {
  return String(roundToHundredths(value));
}

export function writeNumbers(values: readonly number[]): string {
  return values.map(writeNumber).join(',');
}

export function writePoints(points: readonly Point[]): string {
  return points.map((point) => `${writeNumber(point.x)},${writeNumber(point.y)}`).join(';');
}

export function writeRect(rect: Rect): string {
  return writeNumbers([rect.left, rect.bottom, rect.right, rect.top]);
}
