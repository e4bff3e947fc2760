import { type LiveEvent, streamEvents } from '#contract/events.ts';
import type { RecentDocument } from '#contract/start.ts';
import { liveNouns } from '#domain/live-nouns.ts';
import { callHeaders } from './call.ts';
import { isRecord } from './call-error.ts';
import type { QueryNoun } from './queries.ts';

const members = [
  'people',
  'groups',
  'audience',
  'deciding',
  'meetings',
  'announcements',
  'timeline',
  'library',
] as const;

/** Queries to refetch after each kind of event. */
const outOfDate: Readonly<Record<LiveEvent['noun'], readonly QueryNoun[]>> = {
  board: ['boards', 'deciding', 'magic'],
  people: [...members, 'invitations', 'interests'],
  group: [...members, 'actionItems'],
  meeting: ['meetings', 'boardBook', 'timeline', 'actionItems'],
  'board-book': ['boardBook'],
  'action-item': ['actionItems', 'waiting'],
  interests: ['interests'],
  resolution: ['resolutions', 'waiting', 'timeline'],
  minutes: ['minutes', 'actionItems', 'waiting', 'timeline'],
  'minutes-writing': ['minutesWriting'],
  signatures: ['signatures', 'waiting'],
  ballot: ['motions', 'waiting'],
  annotations: ['annotations'],
  'paper-requests': ['paperRequests'],
  library: ['library'],
  announcement: ['announcements', 'timeline'],
  document: ['meetings', 'boardBook', 'announcements', 'timeline', 'resolutions'],
};

export const nounsOf = ({ noun, id }: LiveEvent): readonly QueryNoun[] =>
  noun === 'library' && id !== null ? [] : outOfDate[noun];

export const changingNouns: readonly QueryNoun[] = [
  ...new Set(liveNouns.flatMap((noun) => nounsOf({ noun, id: null }))),
];

export function touchesRecent(
  { noun, id }: LiveEvent,
  recent: readonly Pick<RecentDocument, 'id' | 'home'>[],
): boolean {
  return recent.some(({ id: documentId, home }) => {
    if (id === documentId) return true;
    return home.kind === 'library' ? noun === 'library' && id === null : noun === home.kind && id === home.id;
  });
}

export function createLineCutter(): (piece: string) => readonly string[] {
  let rest = '';
  return (piece) => {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.trim() !== '');
  };
}

/** Returns null for an event of an unknown kind. */
export function readLiveLine(line: string): LiveEvent | { readonly gap: true } | null {
  // Parsed by hand, because the contract's schema would add Zod to the initial bundle.
  const { noun, id, gap }: Readonly<Record<string, unknown>> = recordIn(line);
  if (gap === true) return { gap };
  const known = liveNouns.find((each) => each === noun);
  return known !== undefined && (id === null || typeof id === 'string') ? { noun: known, id } : null;
}

function recordIn(line: string): Readonly<Record<string, unknown>> {
  const content: unknown = JSON.parse(line);
  return isRecord(content) ? content : {};
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Returns milliseconds, which double with each failure. Jitter keeps browsers from reconnecting all at once. */
export function reconnectPauseMs(failures: number, random: number): number {
  const whole = Math.min(firstPauseMs * 2 ** Math.max(failures - 1, 0), longestPauseMs);
  return Math.round(whole * (0.5 + random / 2));
}

/** The server rejects this session on this board, so a retry is useless. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}

/** Milliseconds without data after which a connection is treated as dead. */
interface Silence {
  readonly opening: number;
  readonly open: number;
}

/** The server sends an empty line every 20 s. */
const usualSilence: Silence = { opening: 50_000, open: 50_000 };

interface LineOptions {
  readonly search: string;
  readonly onOpen: () => void;
  readonly onLine: (line: string) => void;
  readonly onHeard?: () => void;
  readonly silence?: Silence;
}

export async function readLines(signal: AbortSignal, options: LineOptions): Promise<void> {
  const { search, onOpen, onLine, onHeard, silence = usualSilence } = options;
  const dead = new AbortController();
  let timer = setTimeout(() => dead.abort(), silence.opening);
  try {
    const response = await fetch(`${streamEvents.path}${search}`, {
      headers: callHeaders('GET'),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, dead.signal]),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new StreamRefused();
    if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`);
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => dead.abort(), silence.open);
      onHeard?.();
    };
    heard();
    onOpen();
    const cut = createLineCutter();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      heard();
      for (const line of cut(read.value)) onLine(line);
    }
  } finally {
    clearTimeout(timer);
  }
}
