import type { Logger } from 'pino';
import type { LiveEvent } from '#contract/events.ts';
import { roomLinePauseMs } from '#domain/room.ts';

export interface Follower {
  readonly memberId: string;
  readonly isBoardAdmin: boolean;
  readonly send: (line: Buffer) => void;
  readonly end: () => void;
}

export interface RoomView {
  lineFor(reader: Pick<Follower, 'memberId' | 'isBoardAdmin'>): Buffer | null;
}

export type RoomReader = () => Promise<RoomView | null>;

const retryMs = 1_000;

/** After these events, a member may have lost access to a room, or a person in the room may have a new name. */
const concernsRooms: ReadonlySet<LiveEvent['noun']> = new Set(['board', 'people', 'group']);

export class WatchedRooms {
  readonly #rooms = new Map<string, WatchedRoom>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  follow(
    room: { readonly boardId: string; readonly id: string; readonly read: RoomReader },
    follower: Follower,
  ): () => void {
    const watched = this.#rooms.get(room.id) ?? new WatchedRoom(room, this.#log);
    this.#rooms.set(room.id, watched);
    watched.join(follower);
    return () => {
      if (watched.leave(follower) === 0 && this.#rooms.get(room.id) === watched) this.#rooms.delete(room.id);
    };
  }

  changed(roomId: string, atOnce: boolean): void {
    this.#rooms.get(roomId)?.changed(atOnce);
  }

  noteEvent(boardId: string, { noun, id }: LiveEvent): void {
    if (noun === 'meeting' && id !== null) this.changed(id, false);
    if (!concernsRooms.has(noun)) return;
    for (const room of this.#rooms.values()) if (room.boardId === boardId) room.changed(false);
  }
}

class WatchedRoom {
  readonly boardId: string;
  readonly #read: RoomReader;
  readonly #log: Logger;
  readonly #followers = new Set<Follower>();
  readonly #waiting = new Set<Follower>();
  #view: RoomView | null = null;
  #isReading = false;
  #isChanged = false;
  #isUrgent = false;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor({ boardId, read }: { readonly boardId: string; readonly read: RoomReader }, log: Logger) {
    this.boardId = boardId;
    this.#read = read;
    this.#log = log;
  }

  join(follower: Follower): void {
    this.#followers.add(follower);
    // Uses the cached view even if it is outdated, because every newer view is sent to all followers.
    const line = this.#view?.lineFor(follower);
    if (line) follower.send(line);
    else {
      this.#waiting.add(follower);
      this.changed(true);
    }
  }

  leave(follower: Follower): number {
    this.#waiting.delete(follower);
    this.#followers.delete(follower);
    if (this.#followers.size === 0) this.#stopWaiting();
    return this.#followers.size;
  }

  changed(atOnce: boolean): void {
    this.#isChanged = true;
    this.#isUrgent ||= atOnce;
    if (this.#isReading) return;
    if (this.#isUrgent) this.#readSoon(0);
    else if (this.#timer === null) this.#readSoon(Math.max(0, this.#sentAt + roomLinePauseMs - performance.now()));
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #readSoon(pauseMs: number): void {
    this.#stopWaiting();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#readAndSend();
    }, pauseMs);
  }

  async #readAndSend(): Promise<void> {
    this.#isReading = true;
    this.#isChanged = false;
    this.#isUrgent = false;
    try {
      this.#send(await this.#read());
    } catch (error) {
      this.#log.warn({ err: error }, 'a room cannot be read');
      if (this.#followers.size > 0) this.#readSoon(retryMs);
      return;
    } finally {
      this.#isReading = false;
    }
    if (this.#isChanged && this.#followers.size > 0) this.changed(false);
  }

  #send(view: RoomView | null): void {
    const before = this.#view;
    this.#view = view;
    this.#sentAt = performance.now();
    for (const follower of [...this.#followers]) {
      const line = view?.lineFor(follower) ?? null;
      if (line === null) {
        follower.end();
        continue;
      }
      const isNew = this.#waiting.delete(follower) || before?.lineFor(follower)?.equals(line) !== true;
      if (isNew) follower.send(line);
    }
  }
}
