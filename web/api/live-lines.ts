import { type LiveEvent, liveEvent } from '#contract/events.ts';
import type { QueryNoun } from './queries.ts';

/** What an event makes out of date. Marks of an open document are its reader's own and stay. */
export function nounsOf(event: LiveEvent): readonly QueryNoun[] {
  if (event.noun === 'board') return ['boards', 'magic'];
  if (event.noun === 'people')
    return ['people', 'invitations', 'groups', 'audience', 'meetings', 'announcements', 'timeline', 'library'];
  if (event.noun === 'group')
    return ['groups', 'audience', 'people', 'meetings', 'announcements', 'timeline', 'library'];
  if (event.noun === 'board-book') return ['boardBook'];
  // With an id, one document of it, which `refreshListedDocument` sees to.
  if (event.noun === 'library') return event.id === null ? ['library'] : [];
  if (event.noun === 'announcement') return ['announcements', 'timeline'];
  if (event.noun === 'document') return ['meetings', 'boardBook', 'announcements', 'timeline'];
  return ['meetings', 'boardBook', 'timeline'];
}

/** Cuts a stream of text into whole lines; keeps what has not ended yet for the next piece. */
export function createLineCutter(): (piece: string) => readonly string[] {
  let rest = '';
  return (piece) => {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.trim() !== '');
  };
}

/** One JSON line of the stream. A noun that this page does not know yet is null: it shows nothing of it. */
export function readLiveLine(line: string): LiveEvent | null {
  const read = liveEvent.safeParse(JSON.parse(line));
  return read.success ? read.data : null;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Pause before the next attempt, in milliseconds: doubled each time, spread so that browsers do not come together. */
export function reconnectPauseMs(failures: number, random: number): number {
  const whole = Math.min(firstPauseMs * 2 ** Math.max(failures - 1, 0), longestPauseMs);
  return Math.round(whole * (0.5 + random / 2));
}
