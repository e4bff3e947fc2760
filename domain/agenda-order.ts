import { agendaDepthMax, allowedDepths } from './agenda.ts';
import { type AgendaRow, rowsOfTable } from './agenda-table.ts';
import { clockTimesOf, minutesAtEndOf, readDuration, withMinutesByClock } from './agenda-times.ts';

/** An agenda text has one item per line, with two spaces per level and the minutes in brackets at the end. */
export interface AgendaLine {
  readonly title: string;
  readonly depth: number;
  readonly minutes: number | null;
}

const indent = '  ';

export const agendaLines = (items: readonly AgendaLine[]): string =>
  items
    .map(({ title, depth, minutes }) => `${indent.repeat(depth)}${title}${minutes === null ? '' : ` (${minutes} min)`}`)
    .join('\n');

export function itemsOfLines(text: string): readonly AgendaLine[] {
  const items: AgendaLine[] = [];
  for (const line of text.split('\n')) {
    const [, blanks = '', words = '', minutes] = /^(\s*)(.*?)(?:\s*\((\d{1,4})\s*min\))?\s*$/.exec(line) ?? [];
    if (words === '') continue;
    const level = Math.floor(blanks.replaceAll('\t', indent).length / indent.length);
    const most = items.length === 0 ? 0 : (items.at(-1)?.depth ?? 0) + 1;
    items.push({
      title: words.slice(0, agendaTitleCharactersMax),
      depth: Math.min(level, most, agendaDepthMax),
      minutes: minutes === undefined ? null : Number(minutes),
    });
  }
  return items;
}

interface Nested {
  readonly depth: number;
}

interface Move {
  readonly to: number;
  readonly by: number;
}

export function subtreeEnd(items: readonly Nested[], index: number): number {
  const depth = items[index]?.depth ?? 0;
  let end = index + 1;
  while (end < items.length && (items[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

/** Returns the same list if the move is impossible. */
export function shiftDepth<T extends Nested>(items: readonly T[], index: number, by: 1 | -1): readonly T[] {
  const item = items[index];
  if (!item || item.depth + by < 0) return items;
  const end = subtreeEnd(items, index);
  const before = items[index - 1];
  if (by === 1) {
    const deepest = Math.max(...items.slice(index, end).map((each) => each.depth));
    if (!before || item.depth > before.depth || deepest + 1 > agendaDepthMax) return items;
  }
  return items.map((each, at) => (at >= index && at < end ? { ...each, depth: each.depth + by } : each));
}

/** Returns the same list if the move is impossible. */
export function moveAgendaItem<T extends Nested>(items: readonly T[], from: number, to: number): readonly T[] {
  const end = subtreeEnd(items, from);
  if (from < 0 || from >= items.length || to < 0 || to > items.length || (to >= from && to <= end)) return items;
  return withMoved(items, from, { to, by: 0 });
}

function withMoved<T extends Nested>(items: readonly T[], from: number, { to, by }: Move): readonly T[] {
  const end = subtreeEnd(items, from);
  const moved = items.slice(from, end).map((each) => (by === 0 ? each : { ...each, depth: each.depth + by }));
  const rest = items.toSpliced(from, moved.length);
  return settleDepths(rest.toSpliced(to > from ? to - moved.length : to, 0, ...moved));
}

/** Returns null if the item cannot move any further. */
export function agendaStep(items: readonly Nested[], index: number, by: -1 | 1): number | null {
  const depth = items[index]?.depth;
  if (depth === undefined) return null;
  if (by === -1) {
    let at = index - 1;
    while (at >= 0 && (items[at]?.depth ?? 0) > depth) at -= 1;
    return at < 0 ? null : at;
  }
  const next = subtreeEnd(items, index);
  if (next >= items.length) return null;
  return (items[next]?.depth ?? 0) < depth ? next + 1 : subtreeEnd(items, next);
}

export function moveAgendaItemTo<T extends Nested & { readonly id: string }>(
  items: readonly T[],
  id: string,
  to: { readonly before: string | null; readonly depth: number },
): readonly T[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (item === undefined) return items;
  const at = to.before === null ? items.length : items.findIndex((each) => each.id === to.before);
  const isBeside = at === -1 || (at >= from && at <= subtreeEnd(items, from));
  return withMoved(items, from, { to: isBeside ? from : at, by: to.depth - item.depth });
}

export function removeAgendaItem<T extends Nested>(items: readonly T[], index: number): readonly T[] {
  if (items[index] === undefined) return items;
  const end = subtreeEnd(items, index);
  const out = items.map((each, at) => (at > index && at < end ? { ...each, depth: each.depth - 1 } : each));
  return settleDepths(out.toSpliced(index, 1));
}

export function settleDepths<T extends Nested>(items: readonly T[]): readonly T[] {
  const depths = allowedDepths(items);
  return items.map((item, at) => {
    const depth = depths[at] ?? 0;
    return depth === item.depth ? item : { ...item, depth };
  });
}

export interface PastedItem extends AgendaLine {
  readonly presenter?: string;
  readonly presenterId?: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export const agendaTitleCharactersMax = 200;

/** Reads minutes and presenter from the end of a line, as in 'Finance (10 min) – Priya Raman'. */
export function pastedAgenda(
  text: string,
  people: readonly Named[] = [],
): { readonly items: readonly PastedItem[]; readonly isNumbered: boolean } {
  const rows = rowsOfTable(text, (words) => personOf(words, people) !== null);
  if (rows !== null) {
    const isNumbered = rows.some(({ number }) => /\p{Nd}/u.test(number));
    return { items: settleDepths(itemsOfRows(rows, people)), isNumbered };
  }
  const { words, times } = untimedLines(text);
  const marks = marksOf(words);
  const lines = words.map((line) => itemFromLine(line, marks, people));
  let above: number | null = null;
  const items = lines.map(({ item, lead }) => {
    if (lead === 'number') above = item.depth;
    return lead === 'letter' && above !== null ? { ...item, depth: Math.max(item.depth, above + 1) } : item;
  });
  return {
    items: settleDepths(withMinutesByClock(items, times).filter((item) => item.title !== '')),
    isNumbered: lines.some(({ lead }) => lead === 'number'),
  };
}

function untimedLines(text: string) {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  const clocks = withColons(lines).map(clockTimesOf);
  // Requires at least two times, because a single one may be part of a title.
  const times = clocks.filter((each) => each !== null).length > 1 ? clocks : lines.map(() => null);
  return { words: lines.map((line, index) => times[index]?.rest ?? line), times };
}

/** Reads '10.30' as a time if all numbers of this form could be times, otherwise as an item's number. */
function withColons(lines: readonly string[]): readonly string[] {
  const dotted = lines.filter((line) => /^\s*\d{1,2}\.\d/.test(line));
  const time = /^(\s*(?:[6-9]|[01]\d|2[0-3]))\.([0-5]\d)(?![\d.])/;
  const areTimes = dotted.length > 1 && dotted.every((line) => time.test(line));
  const end = /^(\s*\d{1,2}:\d\d\s?[-–—]\s?\d{1,2})\.([0-5]\d)/;
  return areTimes ? lines.map((line) => line.replace(time, '$1:$2').replace(end, '$1:$2')) : lines;
}

function itemsOfRows(rows: readonly AgendaRow[], people: readonly Named[]): readonly PastedItem[] {
  let above: number | null = null;
  const items = rows.map(({ number, title, presenter, minutes, level }) => {
    const isLetter = /^[([]?[a-z]/i.test(number);
    const byNumber = isLetter ? (above === null ? 0 : above + 1) : number === '' ? 0 : depthOf(number);
    const depth = Math.max(byNumber, level);
    if (!isLetter && level === 0) above = depth;
    const item = { title: title.slice(0, agendaTitleCharactersMax), minutes };
    const named = presenter === '' ? {} : (personOf(presenter, people) ?? { presenter });
    return { ...(title === '' ? item : readEnd(item, people)), depth, ...named };
  });
  const times = rows.map((row) => row.times);
  return withMinutesByClock(items, times).filter(({ title }) => title !== '');
}

/** '2.1' and '2a' are one level below '2'. '2.0' is not, because spreadsheets write 2 that way. */
const depthOf = (number: string): number =>
  number
    .replace(/[.):°ºª]+$/u, '')
    .replace(/\.0$/, '')
    .split('.').length - (/\p{Nd}[a-z]/u.test(number) ? 0 : 1);

const figures = String.raw`\p{Nd}{1,2}(?:\.\p{Nd}{1,2})*[a-z]?`;
/** For example, 'TOP 1', 'Item No. 2' or '§ 3'. */
const itemWord = String.raw`(?:(?:TOP|(?:Agenda |Dagordens|Tagesordnungs)?(?:item|point|punkt)|Punto|Ponto|Agendapunt|Punt|Bod|Ad|Пункт|Вопрос|Θέμα|ระเบียบวาระที่|วาระที่)\s*(?:n[°º]|n[or]\.)?\s*|(?:§|議題|议题|안건)\s*)`;
const numberMark = new RegExp(
  String.raw`^(?:${itemWord}(${figures})\s*|[([]?(\p{Nd}{1,2}(?:\.\p{Nd}{1,2})+(?=[.):°ºª\]]*\s)|${figures}(?=[.):°ºª：．、\]]))(?!\.\p{Nd}))(?:[.):°ºªο\]]{1,2}\s+|[：．、]\s*|(?<=\.\p{Nd}{1,2})\s+(?:[-–—]\s+)?)`,
  'iu',
);
/** Matches ambiguous numbers, which count as item numbers only if they are consecutive. */
const looseMark = new RegExp(
  String.raw`^(?:(${itemWord})(${figures})[.):°ºª：ο]*|(${figures}))(?:\s*[-–—/|]\s+|\s*[.)]\s*(?=\p{L})|\s+)`,
  'iu',
);
/** For example, '一、' and '①'. */
const ideographicMark = /^(?:[一二三四五六七八九十]{1,3}[、.．]|[①-⑳])\s*/u;
const ideographicLetter = /^[（(][一二三四五六七八九十]{1,3}[)）]\s*/u;
const bulletMark = /^(?:[-*]\s+\[[ x]\]\s+|[-*•–·▪◦●○■□▶►➢➤✓✔❖\uf0b7\uf0a7\uf0d8\uf0fc]\s+|o\t)/u;
/** For example, 'a.', 'b)', '(c)' and 'iv.'. */
const lettered = /^\(?(?:\p{Ll}|\p{Lo}|[ivx]{2,5})[.)]\s+/u;
const letteredInCapitals = /^(?:\(?(?:[A-Z]|[IVX]{2,5})\)|(?:[A-Z]|[IVX]{2,5})\.)\s+/;

/** The maximum number of characters that are read from a line. The rest is ignored. */
const lineCharactersMax = 1_000;

interface Marks {
  readonly hasCapitals: boolean;
  readonly hasLoose: boolean;
}

function marksOf(lines: readonly string[]): Marks {
  // Capital letters count as item numbers only if a second one occurs, because a single 'A.' may be an initial.
  const begins = (mark: string): boolean =>
    lines.some((line) => line.trim().replace('\t', ' ').startsWith(`${mark}. `));
  const hasCapitals = (begins('A') && begins('B')) || (begins('I') && begins('II'));
  const loose = lines.flatMap((line) => {
    const [, word, worded, plain] = looseMark.exec(line.trim()) ?? [];
    const number = (worded ?? plain ?? '').normalize('NFKC');
    return number === '' || number.includes('.') ? [] : [{ word, value: Number.parseInt(number, 10) }];
  });
  const [first] = loose;
  const distinct = [...new Set(loose.map(({ value }) => value))];
  const isConsecutive = distinct.length > 1 && distinct.every((value, at) => value === (first?.value ?? 0) + at);
  return { hasCapitals, hasLoose: isConsecutive && (first?.value === 1 || first?.word !== undefined) };
}

function itemFromLine(
  line: string,
  { hasCapitals, hasLoose }: Marks,
  people: readonly Named[],
): { readonly item: PastedItem; readonly lead: 'number' | 'letter' | null } {
  const indent = /^\s*/.exec(line)?.[0].replaceAll('\t', '  ').length ?? 0;
  const trimmed = line.trim().slice(0, lineCharactersMax);
  const numbered = numberMark.exec(trimmed);
  const loose = numbered === null && hasLoose ? looseMark.exec(trimmed) : null;
  const number = numbered?.[1] ?? numbered?.[2] ?? loose?.[2] ?? loose?.[3];
  const lead = numbered ?? loose ?? ideographicMark.exec(trimmed);
  const bullet = bulletMark.exec(trimmed);
  const letter =
    ideographicLetter.exec(trimmed) ??
    lettered.exec(trimmed) ??
    (hasCapitals ? letteredInCapitals.exec(trimmed) : null);
  const words = trimmed.slice((lead ?? bullet ?? letter)?.[0].length ?? 0);
  const [first = '', ...cells] = words.split('\t');
  const { title, ...rest } = cells.reduce(
    (read, cell) => readCell(read, cell, people),
    readEnd({ title: first, minutes: null }, people),
  );
  const item = {
    title: title.trim().slice(0, agendaTitleCharactersMax),
    depth: (number === undefined ? 0 : depthOf(number)) || Math.floor(indent / 2),
    ...rest,
  };
  return { item, lead: lead ? 'number' : letter ? 'letter' : null };
}

type Titled = Omit<PastedItem, 'depth'>;

function readCell(item: Titled, cell: string, people: readonly Named[]): Titled {
  const words = cell.trim();
  if (words === '') return item;
  const minutes = readDuration(words);
  if (minutes !== null) return { ...item, minutes };
  return { ...item, ...(personOf(words, people) ?? { presenter: words }) };
}

function readEnd(item: Titled, people: readonly Named[]): Titled {
  const read =
    readMinutes(item) ??
    readBareMinutes(item) ??
    readBrackets(item, people) ??
    readDash(item, people) ??
    readComma(item, people);
  return read === null ? item : readEnd(read, people);
}

/** For example, 'Finance, 30 min' and 'Close (10)'. */
function readMinutes(item: Titled): Titled | null {
  const found = item.minutes === null ? minutesAtEndOf(item.title) : null;
  return found === null ? null : { ...item, ...found };
}

/** Requires two dashes, because a number after a single dash may be an amount. */
function readBareMinutes(item: Titled): Titled | null {
  const [, title, minutes] = /^(.*\S\s+[-–—|]\s+\D*\S)\s+[-–—|]\s+(\d{1,3})$/u.exec(item.title) ?? [];
  return title === undefined || item.minutes !== null || Number(minutes) < 1
    ? null
    : { ...item, title, minutes: Number(minutes) };
}

/** For example, 'Welcome (Chair, 5 mins)'. */
function readBrackets(item: Titled, people: readonly Named[]): Titled | null {
  const [whole, inside = ''] = /\s*[([（]([^()[\]（）]+)[)\]）]$/u.exec(item.title) ?? [];
  if (whole === undefined || whole.length === item.title.length || item.presenter !== undefined) return null;
  const title = item.title.slice(0, -whole.length);
  const timed = readMinutes({ title: inside, minutes: null });
  const words = timed?.title.replace(/[\s,;–—-]+$/, '') ?? inside;
  const person = personOf(words, people);
  if (timed === null) return person === null ? null : { ...item, title, ...person };
  return { ...item, title, minutes: timed.minutes, ...(person ?? { presenter: words.trim() }) };
}

/** For example, 'Finance (20 min) – Priya Raman'. */
function readDash(item: Titled, people: readonly Named[]): Titled | null {
  const [, before, words = ''] = /^(.*\S)(?:\s+[-–—/|]|\s*[:;|])\s+(\S.*?)(?:\s+[-–—/|])?$/u.exec(item.title) ?? [];
  if (before === undefined || item.presenter !== undefined) return null;
  const rest = { ...item, title: before };
  const person = personOf(words, people);
  if (person !== null) return { ...rest, ...person };
  const timed = readMinutes(rest);
  return timed === null ? null : { ...timed, title: timed.title + item.title.slice(before.length) };
}

/** For example, 'Finance, Priya Raman'. */
function readComma(item: Titled, people: readonly Named[]): Titled | null {
  const at = item.title.lastIndexOf(',');
  if (at < 1 || item.presenter !== undefined) return null;
  const person = personOf(item.title.slice(at + 1), people);
  return person === null ? null : { ...item, title: item.title.slice(0, at), ...person };
}

/** Returns null unless exactly one person has this name. */
function personOf(words: string, people: readonly Named[]): Pick<PastedItem, 'presenter' | 'presenterId'> | null {
  const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();
  const [person, ...others] = people.filter(({ name }) => plain(name) === plain(words));
  if (person === undefined || others.length > 0) return null;
  return { presenter: person.name, presenterId: person.id };
}
