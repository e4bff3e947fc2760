import type { MinutesSection } from '#contract/meeting-minutes.ts';
import { cleanRichText, type RichText } from '#domain/rich-text.ts';
import { createSerialSave, type SaveResult, type SaveStatus } from '#web/serial-save.ts';
import { createStore, type ReadableStore } from '#web/store.ts';
import type { NotesOutcome, NotesToSave } from './save-notes.ts';

type SavedNotes = Pick<MinutesSection, 'notes' | 'revision'>;

/** Somebody else has saved since this edit began. Nothing is sent until the user resolves the conflict. */
export interface NotesConflict {
  readonly theirs: RichText;
  readonly by: string;
  readonly at: string;
}

interface WrittenNotes {
  readonly notes: RichText;
  /** Changes whenever the text is replaced from outside. The editor must then be remounted. */
  readonly edition: number;
  readonly isUnsaved: boolean;
  readonly conflict: NotesConflict | null;
}

export interface NotesWriter {
  readonly written: ReadableStore<WrittenNotes>;
  readonly status: ReadableStore<SaveStatus>;
  readonly type: (notes: RichText) => void;
  readonly adopt: (section: SavedNotes) => void;
  readonly settle: (notes: RichText) => void;
  readonly flush: () => Promise<boolean>;
  readonly stop: () => void;
}

interface NotesWriterParts {
  readonly section: SavedNotes;
  readonly kept: NotesToSave | null;
  readonly send: (unsaved: NotesToSave) => Promise<NotesOutcome>;
  readonly keep: (unsaved: NotesToSave) => void;
  readonly clear: () => void;
  readonly onSaved: (section: MinutesSection) => void;
}

const waitMax = 5_000;

export function createNotesWriter({ section, kept, send, keep, clear, onSaved }: NotesWriterParts): NotesWriter {
  let saved: SavedNotes = section;
  let typed: RichText | null = null;
  let base = section.revision;
  let conflict: NotesConflict | null = null;
  let edition = 0;
  /** Texts that were sent but got no response. The server may have saved any of them. */
  let unanswered: RichText[] = [];
  let isWaiting = kept !== null;
  const forget = (): void => {
    isWaiting = false;
    clear();
  };
  if (kept !== null && !isSame(kept.notes, section.notes)) {
    typed = kept.notes;
    base = kept.revision;
  } else if (kept !== null) forget();

  const shown = (): WrittenNotes => ({ notes: typed ?? saved.notes, edition, isUnsaved: typed !== null, conflict });
  const written = createStore(shown());
  const show = (): void => written.set(shown());
  const keepTyped = (): void => {
    if (typed === null) return;
    isWaiting = true;
    keep({ notes: typed, revision: base });
  };
  const change = (notes: RichText): void => {
    const isBack = conflict === null && unanswered.length === 0 && isSame(notes, saved.notes);
    typed = isBack ? null : notes;
    if (isBack) forget();
    else if (isWaiting) keepTyped();
    show();
    serial.changed();
  };
  const accept = (section: MinutesSection): void => {
    saved = section;
    base = section.revision;
    unanswered = [];
    if (typed !== null && isSame(typed, saved.notes)) {
      typed = null;
      forget();
    } else if (isWaiting) keepTyped();
    onSaved(section);
    show();
  };

  const record = (outcome: NotesOutcome, sent: RichText): SaveResult => {
    switch (outcome.kind) {
      case 'refused':
        unanswered = unanswered.filter((own) => own !== sent);
        keepTyped();
        return outcome;
      case 'failed':
        keepTyped();
        return outcome;
      case 'saved':
        accept(outcome.section);
        return { kind: 'saved' };
      case 'conflict': {
        const theirs = outcome.section.notes;
        if ([...unanswered, typed ?? sent].some((own) => isSame(own, theirs))) accept(outcome.section);
        else {
          saved = outcome.section;
          conflict = { theirs, by: outcome.by, at: outcome.at };
          // The unanswered texts are based on an outdated revision, so it no longer matters whether they were saved.
          unanswered = [];
          keepTyped();
          show();
        }
        return { kind: 'conflict' };
      }
    }
  };

  const serial = createSerialSave<NotesToSave>({
    what: 'Minutes',
    waitMax,
    unsaved: () => (typed === null || conflict !== null ? null : { notes: typed, revision: base }),
    send: async (wanted) => {
      unanswered = [...unanswered, wanted.notes];
      return record(await send(wanted), wanted.notes);
    },
    log: (message, cause) => console.warn(message, cause),
  });
  if (typed !== null) serial.changed();

  return {
    written,
    status: serial.status,
    type: change,
    adopt(next) {
      // A rejected save is sent again, because the minutes may have been reopened.
      if (serial.status.get() === 'refused') return serial.changed();
      if (next.revision <= saved.revision || typed !== null) return;
      saved = next;
      base = next.revision;
      edition += 1;
      show();
    },
    settle(notes) {
      conflict = null;
      edition += 1;
      base = saved.revision;
      change(notes);
    },
    flush: serial.flush,
    stop: serial.stop,
  };
}

/** Puts the keys into a fixed order before comparing, because the database changes their order. */
const isSame = (one: RichText, other: RichText): boolean =>
  JSON.stringify(cleanRichText(one)) === JSON.stringify(cleanRichText(other));
