import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMeeting } from '#contract/meetings.ts';
import { getRoom, type Room, type RoomLine } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { roomHeardEveryMs, roomLostAfterMs } from '#domain/room.ts';
import { CallError } from '#web/api/call-error.ts';
import { queryFor } from '#web/api/queries.ts';
import { writeToLiveRegion } from '#web/ui/feedback/live-region.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { followRoom } from './follow-room.ts';
import { roomNews } from './room-news.ts';

type Whole = AnswerOf<typeof getRoom>;

export function useRoom(meetingId: string) {
  const client = useQueryClient();
  const query = queryFor(getRoom, { params: { id: meetingId } });
  const { data } = useSuspenseQuery({
    ...query,
    // Keeps a newer live update that arrived before the response.
    structuralSharing: (known, next) => newestRoom(known as Whole | undefined, next as Whole),
    // Refetches regularly, because live updates do not report members' lost connections.
    refetchInterval: ({ state }) => (asksForUnheard(state.data?.room) ? roomHeardEveryMs : false),
    // The room shows a lost connection itself, because an error message could cover the ballot.
    meta: { quiet: true },
  });
  const [broken, setBroken] = useState<Broken | null>(null);
  const [isLost, setLost] = useState(false);
  const tryAgain = useRef<() => void>(() => undefined);
  useEffect(() => {
    const ended = new AbortController();
    const { queryKey } = queryFor(getRoom, { params: { id: meetingId } });
    const refetch = fetchInTurn(() => client.invalidateQueries({ queryKey }), ended.signal);
    const hear = (line: RoomLine): void => {
      const known = client.getQueryData<Whole>(queryKey);
      if (known === undefined || line.revision < known.room.line.revision) return;
      const before = known.room.line;
      client.setQueryData<Whole>(queryKey, { room: withLine(known.room, line) });
      if (needsMore(known.room, line)) refetch(known.room.can.run ? 0 : Math.random() * readersFetchWithinMs);
      if (line.pointer !== before.pointer) askForItem(line.pointer);
    };
    const { queryKey: meetingKey } = queryFor(getMeeting, { params: { id: meetingId } });
    const readAgenda = () => client.getQueryData<AnswerOf<typeof getMeeting>>(meetingKey)?.meeting.agenda_items;
    const askForItem = (itemId: string | null): void => {
      const agenda = readAgenda();
      if (itemId !== null && agenda?.some(({ id }) => id === itemId) === false) {
        void client.invalidateQueries({ queryKey: meetingKey });
      }
    };
    const nameOfItem = (itemId: string): string | undefined => {
      const placed = numberAgenda(readAgenda() ?? [], null).find(({ item }) => item.id === itemId);
      return placed && `${placed.number}, ${placed.item.title}`;
    };
    let announced = client.getQueryData<Whole>(queryKey)?.room;
    const unsubscribe = client.getQueryCache().subscribe(() => {
      const now = client.getQueryData<Whole>(queryKey)?.room;
      if (announced !== undefined && now !== undefined && now !== announced) {
        for (const sentence of roomNews(announced, now, nameOfItem)) writeToLiveRegion(sentence);
      }
      announced = now;
    });
    tryAgain.current = followRoom(
      meetingId,
      {
        onLine: hear,
        onConnection: (lostSince) => {
          setBroken((before) => (lostSince === null ? null : (before ?? brokenSince(lostSince))));
          if (lostSince === null) setLost(false);
        },
        async onRefused() {
          await client.invalidateQueries({ queryKey });
          return !isRefused(client.getQueryState(queryKey)?.error);
        },
      },
      ended.signal,
    );
    return () => {
      unsubscribe();
      ended.abort();
    };
  }, [client, meetingId]);
  useTimeout(() => setLost(true), broken?.shownAfterMs ?? null, broken);
  return {
    room: data.room,
    connection: { lostAt: isLost ? (broken?.since ?? null) : null, tryNow: () => tryAgain.current() },
  };
}

export const isRefused = (error: unknown): boolean =>
  error instanceof CallError &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429;

const asksForUnheard = (room: Room | undefined): boolean =>
  room?.can.run === true && (room.line.phase === 'in-session' || room.line.phase === 'recess');

interface Broken {
  readonly since: Date;
  readonly shownAfterMs: number;
}

const brokenSince = (since: Date): Broken => ({
  since,
  shownAfterMs: Math.max(0, roomLostAfterMs - (Date.now() - since.getTime())),
});

/** Milliseconds over which readers spread their fetches, so that they do not all arrive at once. */
const readersFetchWithinMs = 3_000;

export function withLine(room: Room, line: RoomLine): Room {
  const { member_id: ownId } = room.own;
  const listed = line.presences?.find(({ member_id: id }) => id === ownId);
  const presence = listed ? { mode: listed.mode, arrived_at: listed.arrived_at } : line.own_presence;
  const isNewItem = line.pointer !== room.line.pointer;
  return {
    ...room,
    line: { ...line, facts: room.line.facts },
    own: { ...room.own, presence: line.phase === 'adjourned' ? null : presence },
    people: line.phase === 'adjourned' ? attendedSoFar(room) : room.people,
    called_at: room.called_at ?? line.since,
    visited: isNewItem && line.pointer !== null ? [...room.visited, line.pointer] : room.visited,
    pointed_at: isNewItem ? new Date().toISOString() : room.pointed_at,
    can: { ...room.can, check_in: room.can.check_in && line.phase !== 'adjourned' },
  };
}

function attendedSoFar({ people, line }: Room): Room['people'] {
  const modes = new Map(line.presences?.map(({ member_id: id, mode }) => [id, mode]));
  return people?.map((person) => ({ ...person, attended: modes.get(person.member_id) ?? person.attended })) ?? null;
}

/** Prevents an older response from undoing a live update. */
export function newestRoom(known: Whole | undefined, next: Whole): Whole {
  const isNewer = known === undefined || next.room.line.revision >= known.room.line.revision;
  return isNewer ? next : { room: withLine(next.room, known.room.line) };
}

/** Whether something has changed that the live update does not contain. */
export function needsMore(room: Room, line: RoomLine): boolean {
  const known = new Set(room.people?.map(({ member_id: id }) => id));
  const isNew = line.presences?.some(({ member_id: id }) => !known.has(id)) ?? false;
  const isTakenBack = room.line.phase === 'adjourned' && line.phase !== 'adjourned';
  const { own, line: before } = room;
  const wasRecused = own.declaration?.is_recused ?? false;
  const isRecused = line.recused?.includes(own.member_id) ?? wasRecused;
  const isOwnNew = line.pointer !== before.pointer || isRecused !== wasRecused;
  const isChanged = line.revision > before.revision;
  return line.facts !== before.facts || isTakenBack || (isChanged && (room.can.run || isNew || isOwnNew));
}

/** Minimum pause in milliseconds, so that many changes cause few fetches. */
const pauseMs = 1_000;

/** Runs one fetch at a time. All requests during a fetch cause a single further fetch. */
export function fetchInTurn(fetch: () => Promise<void>, signal: AbortSignal): (delayMs: number) => void {
  let isBusy = false;
  let isAsked = false;
  const ask = (delayMs: number): void => {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    const end = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      isAsked = false;
      const goOn = (): void => {
        isBusy = false;
        if (isAsked && !signal.aborted) ask(pauseMs);
      };
      fetch().then(goOn, goOn);
    }, delayMs);
    signal.addEventListener('abort', end, { once: true });
  };
  return ask;
}
