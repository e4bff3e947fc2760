import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announceWriting, type MinutesSection } from '#contract/meeting-minutes.ts';
import { writingAnnouncedEveryMs } from '#domain/meeting-minutes.ts';
import { call, pageBoard } from '#web/api/call.ts';
import type { RichTextField } from '#web/features/homes/announcements/rich-text-field.tsx';
import type { SaveStatus } from '#web/serial-save.ts';
import { createStore, type ReadableStore } from '#web/store.ts';
import { useListener } from '#web/ui/use-listener.ts';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { createNotesWriter, type NotesWriter } from './notes-writer.ts';
import { saveNotes } from './save-notes.ts';
import type { openUnsentNotes } from './unsent-notes.ts';
import { showSection } from './use-minutes.ts';

export type NotesStatus = SaveStatus | 'conflict';

export type NotesField = typeof RichTextField;

export interface NotesWriters {
  /** Loaded early, so that the editor opens at once, even offline. */
  readonly Field: NotesField;
  readonly status: ReadableStore<NotesStatus>;
  readonly isKept: boolean;
  readonly of: (section: MinutesSection) => NotesWriter;
}

export function useNotesWriters(meetingId: string, isEnabled: boolean): NotesWriters | null {
  const boardId = pageBoard();
  const { data: ready } = useQuery({
    queryKey: ['unsentNotes', boardId, meetingId],
    queryFn: async () => {
      const { RichTextField: Field } = await import('#web/features/homes/announcements/rich-text-field.tsx');
      return { Field, unsent: await openStored(boardId, meetingId) };
    },
    enabled: isEnabled,
    // Not cached, because a page that opens later must read the stored notes again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const [made] = useState(() => new Map<string, NotesWriter>());
  const [status] = useState(() => createStore<NotesStatus>('saved'));
  const announcedAt = useRef(0);
  const flushAll = (): Promise<boolean[]> => Promise.all([...made.values()].map((writer) => writer.flush()));
  useListener(window, 'pagehide', () => void flushAll());
  useListener(window, 'online', () => void flushAll());
  useOnUnmount(() => void flushAll().then(() => [...made.values()].map((writer) => writer.stop())));
  if (ready === undefined) return null;
  const { Field, unsent } = ready;

  const summarize = (): void => status.set(worstOf([...made.values()]));
  const say = (sectionId: string): void => {
    if (Date.now() - announcedAt.current < writingAnnouncedEveryMs) return;
    announcedAt.current = Date.now();
    call(announceWriting, { params: { id: sectionId }, body: {} }).catch((cause: unknown) =>
      console.warn('The writing notice could not be sent', cause),
    );
  };
  const make = (section: MinutesSection): NotesWriter => {
    const { kept = null, keep, clear } = unsent?.(section.id) ?? {};
    const writer = createNotesWriter({
      section,
      kept,
      send: (notes) => saveNotes(section.id, notes),
      keep: (notes) => keep?.(notes),
      clear: () => clear?.(),
      onSaved: (saved) => showSection(meetingId, saved),
    });
    writer.status.subscribe(summarize);
    writer.written.subscribe(summarize);
    const spoken = {
      ...writer,
      type: (notes: Parameters<NotesWriter['type']>[0]) => {
        say(section.id);
        writer.type(notes);
      },
    };
    made.set(section.id, spoken);
    return spoken;
  };
  return { Field, status, isKept: unsent !== null, of: (section) => made.get(section.id) ?? make(section) };
}

const order: readonly NotesStatus[] = ['conflict', 'refused', 'offline', 'saving', 'saved'];

function worstOf(writers: readonly NotesWriter[]): NotesStatus {
  const found = writers.map(({ status, written }) => (written.get().conflict === null ? status.get() : 'conflict'));
  return order.find((each) => found.includes(each)) ?? 'saved';
}

/** Returns null if no board is open or the browser cannot store data. */
async function openStored(
  boardId: string | null,
  meetingId: string,
): Promise<Awaited<ReturnType<typeof openUnsentNotes>> | null> {
  if (boardId === null) return null;
  try {
    const { openUnsentNotes } = await import('./unsent-notes.ts');
    return await openUnsentNotes({ boardId, meetingId });
  } catch (cause) {
    console.warn('Unsent minutes cannot be stored on this device', cause);
    return null;
  }
}
