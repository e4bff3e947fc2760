import { agendaDepthMax } from './agenda.ts';
import { agendaTitleCharactersMax } from './agenda-order.ts';

/** An agenda's skeleton as text: one item a line, two blanks before each level, minutes in brackets at the end. */
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

/**
 * Reads such text; tabs count as a level, empty lines as nothing. No item stands deeper than the one before allows, and longer
 * titles are cut. Lists of other makers are `agendaFromLines`'s: it takes numbers and bullets off, which here belong to the title.
 */
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
