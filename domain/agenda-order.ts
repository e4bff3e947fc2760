import { agendaDepthMax } from './agenda.ts';
import { type AgendaRow, rowsOfTable } from './agenda-table.ts';

/** An agenda as text: one item per line, two spaces per level, minutes in brackets at the end. */
export interface LinedItem {
  readonly title: string;
  readonly depth: number;
  readonly minutes: number | null;
}

const indent = '  ';

export const agendaLines = (items: readonly LinedItem[]): string =>
  items
    .map(({ title, depth, minutes }) => `${indent.repeat(depth)}${title}${minutes === null ? '' : ` (${minutes} min)`}`)
    .join('\n');

/** Keeps numbers and bullets, which `agendaFromLines` strips: here they belong to the title. */
export function itemsOfLines(text: string): readonly LinedItem[] {
  const items: LinedItem[] = [];
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

/** Moving an item moves its sub-items too. An impossible move returns the same list. */
interface Nested {
  readonly depth: number;
}

/** Returns the index after the last sub-item of the item at `index`. */
export function subtreeEnd(items: readonly Nested[], index: number): number {
  const depth = items[index]?.depth ?? 0;
  let end = index + 1;
  while (end < items.length && (items[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

/** `by: -1` moves the item one level out. */
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

/** `to` is the index of the item that will follow, or `items.length` for the end. Depth is reduced as far as needed. */
export function moveAgendaItem<T extends Nested>(items: readonly T[], from: number, to: number): readonly T[] {
  const end = subtreeEnd(items, from);
  if (from < 0 || from >= items.length || to < 0 || to > items.length || (to >= from && to <= end)) return items;
  const moved = items.slice(from, end);
  const rest = [...items.slice(0, from), ...items.slice(end)];
  const at = to > from ? to - moved.length : to;
  return settleDepths([...rest.slice(0, at), ...moved, ...rest.slice(at)]);
}

/** Returns `to` for `moveAgendaItem`, or null at the end. A step out of the last position leaves the parent. */
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

/** `before: null` moves to the end. If the target is unknown or inside the item, only the level changes. */
export function moveAgendaItemTo<T extends Nested & { readonly id: string }>(
  items: readonly T[],
  id: string,
  to: { readonly before: string | null; readonly depth: number },
): readonly T[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (item === undefined) return items;
  const end = subtreeEnd(items, from);
  const at = to.before === null ? items.length : items.findIndex((each) => each.id === to.before);
  const by = to.depth - item.depth;
  const moved = items.slice(from, end).map((each) => (by === 0 ? each : { ...each, depth: each.depth + by }));
  const rest = [...items.slice(0, from), ...items.slice(end)];
  const position = at < from ? (at === -1 ? from : at) : at <= end ? from : at - moved.length;
  return settleDepths([...rest.slice(0, position), ...moved, ...rest.slice(position)]);
}

/** The item's sub-items move out one level. */
export function removeAgendaItem<T extends Nested>(items: readonly T[], index: number): readonly T[] {
  if (items[index] === undefined) return items;
  const end = subtreeEnd(items, index);
  const out = items.map((each, at) => (at > index && at < end ? { ...each, depth: each.depth - 1 } : each));
  return settleDepths(out.toSpliced(index, 1));
}

export function settleDepths<T extends Nested>(items: readonly T[]): readonly T[] {
  let allowed = 0;
  return items.map((item) => {
    const depth = Math.max(0, Math.min(item.depth, allowed, agendaDepthMax));
    allowed = depth + 1;
    return depth === item.depth ? item : { ...item, depth };
  });
}

export interface PastedItem {
  readonly title: string;
  readonly depth: number;
  readonly minutes: number | null;
  readonly presenter?: string;
  readonly presenterId?: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export const agendaTitleCharactersMax = 200;

/**
 * Numbers, letters, bullets and indentation give the depth. Minutes and presenters are read from the end of a line:
 * '(10 min)', ', 10m', ' – Priya Raman', '(Chair, 5 mins)'. A bare '12' remains part of the title.
 */
export function agendaFromLines(text: string, people: readonly Named[] = []): readonly PastedItem[] {
  const rows = rowsOfTable(text);
  if (rows !== null) return settleDepths(itemsOfRows(rows, people));
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  // A single 'A.' may be an initial, so capitals need a second mark.
  const begins = (mark: string): boolean => lines.some((line) => line.trim().startsWith(`${mark}. `));
  const hasCapitals = (begins('A') && begins('B')) || (begins('I') && begins('II'));
  let above: number | null = null;
  const items = lines.map((line) => {
    const { item, lead } = itemFromLine(line, hasCapitals, people);
    if (lead === 'number') above = item.depth;
    return lead === 'letter' && above !== null ? { ...item, depth: Math.max(item.depth, above + 1) } : item;
  });
  return settleDepths(items.filter((item) => item.title !== ''));
}

function itemsOfRows(rows: readonly AgendaRow[], people: readonly Named[]): readonly PastedItem[] {
  let above = 0;
  return rows.flatMap(({ number, title, presenter, minutes }) => {
    const isLetter = /^[a-z]/i.test(number);
    const depth = isLetter ? above + 1 : number.replace(/[.):°]$/, '').split('.').length - 1;
    if (!isLetter) above = depth;
    if (title === '') return [];
    const item = { title: title.slice(0, agendaTitleCharactersMax), depth };
    const read = readEnd({ ...item, minutes: minutes === '' ? null : Number.parseInt(minutes, 10) }, people);
    const named = presenter === '' ? {} : (personOf(presenter, people) ?? { presenter });
    return [{ ...read, depth, ...named }];
  });
}

/** Matches 'a.', 'b)', '(c)', 'iv.': a letter or a small Roman number. */
const lettered = /^\(?(?:[a-z]|[ivx]{2,5})[.)]\s+/;
const letteredInCapitals = /^(?:\(?(?:[A-Z]|[IVX]{2,5})\)|(?:[A-Z]|[IVX]{2,5})\.)\s+/;

function itemFromLine(
  line: string,
  hasCapitals: boolean,
  people: readonly Named[],
): { readonly item: PastedItem; readonly lead: 'number' | 'letter' | null } {
  const indent = /^\s*/.exec(line)?.[0].replaceAll('\t', '  ').length ?? 0;
  const trimmed = line.trim();
  const numbered =
    /^(?:(?:TOP|Item|Point|Punkt)\s+)?(\d{1,2}(?:\.\d{1,2})+(?=[.):°]?\s)|\d{1,2}(?=[.):°]\s))[.):°]?\s+/i.exec(
      trimmed,
    );
  const bullet = /^[-*•–·▪◦]\s+/.exec(trimmed);
  const letter = lettered.exec(trimmed) ?? (hasCapitals ? letteredInCapitals.exec(trimmed) : null);
  const words = trimmed.slice((numbered ?? bullet ?? letter)?.[0].length ?? 0);
  const [first = '', ...cells] = words.split('\t');
  const { title, ...rest } = cells.reduce(
    (read, cell) => readCell(read, cell, people),
    readEnd({ title: first, minutes: null }, people),
  );
  const item = {
    title: title.trim().slice(0, agendaTitleCharactersMax),
    depth: numbered?.[1]?.includes('.') ? numbered[1].split('.').length - 1 : Math.floor(indent / 2),
    ...rest,
  };
  return { item, lead: numbered ? 'number' : letter ? 'letter' : null };
}

type Titled = Omit<PastedItem, 'depth'>;

/** Text after a tab is the minutes or the presenter, even if the lines do not form a table. */
function readCell(item: Titled, cell: string, people: readonly Named[]): Titled {
  const words = cell.trim();
  if (words === '') return item;
  const minutes = /^(\d{1,3})\s?(?:min(?:utes|s)?|mn)?\.?$/i.exec(words);
  if (minutes !== null) return { ...item, minutes: Number(minutes[1]) };
  return { ...item, ...(personOf(words, people) ?? { presenter: words }) };
}

function readEnd(item: Titled, people: readonly Named[]): Titled {
  const read = readMinutes(item) ?? readBrackets(item, people) ?? readDash(item, people) ?? readComma(item, people);
  return read === null ? item : readEnd(read, people);
}

/** A larger number in brackets is a year or an amount. */
const bracketedMinutesMax = 600;
/** '10m' needs a mark before it, because 'Loan of 10m' is an amount. The prime must not close a quotation. */
const minutesAtEnd =
  /[\s,]*\(?\b(\d{1,3})(?:\s?(?:min(?:utes|s)?|mn)\.?|(?<=[,(–—-]\s*\d{1,3})\s?m|\s?['’′](?<!(?:^|\s)['‘].*.))\)?$/i;

/** 'Finance, 30 min', 'Close (10)' */
function readMinutes(item: Titled): Titled | null {
  if (item.minutes !== null) return null;
  const worded = minutesAtEnd.exec(item.title);
  const found = worded ?? /\s*\((\d{1,3})\)$/.exec(item.title);
  if (found === null || found.index === 0) return null;
  // '(Chair, 5 mins)' is read as a whole.
  if (worded !== null && found[0].endsWith(')') && !found[0].includes('(')) return null;
  const minutes = Number(found[1]);
  if (worded === null && (minutes < 1 || minutes > bracketedMinutesMax)) return null;
  return { ...item, title: item.title.slice(0, found.index), minutes };
}

/** 'Welcome (Chair, 5 mins)': beside minutes, the other words in the brackets name the presenter. */
function readBrackets(item: Titled, people: readonly Named[]): Titled | null {
  const [whole, inside = ''] = /\s*\(([^()]+)\)$/.exec(item.title) ?? [];
  if (whole === undefined || whole.length === item.title.length || item.presenter !== undefined) return null;
  const title = item.title.slice(0, -whole.length);
  const timed = readMinutes({ title: inside, minutes: null });
  const words = timed?.title.replace(/[\s,;–—-]+$/, '') ?? inside;
  const person = personOf(words, people);
  if (timed === null) return person === null ? null : { ...item, title, ...person };
  return { ...item, title, minutes: timed.minutes, ...(person ?? { presenter: words.trim() }) };
}

/** 'Finance (20 min) – Priya Raman'. Words after a dash that match no name remain in the title. */
function readDash(item: Titled, people: readonly Named[]): Titled | null {
  const [whole, words = ''] = /\s+[-–—]\s+([^–—]*?\S)(?:\s+[-–—])?$/.exec(item.title) ?? [];
  if (whole === undefined || item.presenter !== undefined) return null;
  const rest = { ...item, title: item.title.slice(0, -whole.length) };
  const person = personOf(words, people);
  if (person !== null) return { ...rest, ...person };
  const timed = readMinutes(rest);
  return timed === null ? null : { ...timed, title: timed.title + whole };
}

/** 'Finance, Priya Raman'. Words after a comma that match no name remain in the title. */
function readComma(item: Titled, people: readonly Named[]): Titled | null {
  const at = item.title.lastIndexOf(',');
  if (at < 1 || item.presenter !== undefined) return null;
  const person = personOf(item.title.slice(at + 1), people);
  return person === null ? null : { ...item, title: item.title.slice(0, at), ...person };
}

/** Returns null if nobody has this name or several people share it. */
function personOf(words: string, people: readonly Named[]): Pick<PastedItem, 'presenter' | 'presenterId'> | null {
  const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();
  const [person, ...others] = people.filter(({ name }) => plain(name) === plain(words));
  if (person === undefined || others.length > 0) return null;
  return { presenter: person.name, presenterId: person.id };
}
