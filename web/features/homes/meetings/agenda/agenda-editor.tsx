import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Plus, Upload as UploadIcon } from 'lucide-react';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Document } from '#contract/documents.ts';
import type { Meeting } from '#contract/meetings.ts';
import { listPeople } from '#contract/people.ts';
import { agendaMinutes, agendaSummary, numberAgenda, overrunMinutes } from '#domain/agenda.ts';
import { agendaStep, subtreeEnd } from '#domain/agenda-order.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart } from '#web/api/start.ts';
import { overrunText } from '#web/features/homes/meetings/meeting-labels.ts';
import type { UploadTarget } from '#web/features/papers/documents/uploads/upload.ts';
import { addUploads, placeUpload, slotUpload } from '#web/features/papers/documents/uploads/upload-center.ts';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FileDrop, useMissedDrops } from '#web/ui/feedback/file-drop.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast, useOwnToasts } from '#web/ui/overlays/toast.tsx';
import { ReorderableList } from '#web/ui/rows/reorderable-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { type AgendaActs, agendaActs } from './agenda-acts.ts';
import { MeetingDocuments, MoveDialog, useFilesChooser } from './agenda-documents.tsx';
import { type AgendaDraft, meetingSlot } from './agenda-draft.ts';
import styles from './agenda-editor.module.css';
import type { AgendaItemForm } from './agenda-item-form.ts';
import { AgendaItemRow, type AgendaRowTools, type PaperParts } from './agenda-item-row.tsx';
import { type AgendaRow, useAgendaRows } from './agenda-rows.ts';
import type { Presenter } from './presenter-field.tsx';
import { type DocumentGroup, useDocumentMoves } from './use-document-moves.ts';
import { type FilePlace, WaitingFiles } from './waiting-files.tsx';
import { useWaitingFiles, waitingSlot } from './waiting-slot.ts';

interface AgendaEditorProps {
  readonly agenda: AgendaDraft;
  readonly meetingId: string | null;
  readonly saveForFiles: (slot: string) => Promise<void>;
  /** Undefined until a draft exists. */
  readonly meeting: Pick<Meeting, 'agenda_items' | 'documents' | 'agenda_revision'> | undefined;
  readonly lengthMinutes: number | null;
  readonly papers?: PaperParts | undefined;
}

const nobody: readonly Presenter[] = [];

export const AgendaEditor = memo((props: AgendaEditorProps) => {
  const { agenda, meetingId, meeting, lengthMinutes, papers } = props;
  const state = useStore(agenda.store);
  const { items } = state;
  const [described, setDescribed] = useState<ReadonlySet<string>>(new Set());
  const showOwnToast = useOwnToasts();
  const acts = useMemo(() => agendaActs(agenda, showOwnToast), [agenda, showOwnToast]);
  const groups = documentGroups(items, meeting, meetingId);
  const { moves, moveTo, drop, spoken } = useDocumentMoves(groups);
  const [moving, setMoving] = useState<Document | null>(null);
  const rows = useAgendaRows(state, { meeting, described, drop });
  const { upload, take, place } = useAgendaUploads(props);
  const waiting = useWaitingFiles(meetingId);
  const removal = useItemRemoval(rows, acts);
  const paperTools = useMemo(
    () => (papers === undefined || meetingId === null ? null : { ...papers, meetingId }),
    [papers, meetingId],
  );
  const over = overrunMinutes(agendaMinutes(items), lengthMinutes);
  useMissedDrops();
  useOthersChanges(agenda, meeting);
  const tools = useRowTools({
    draft: agenda,
    acts,
    moves,
    onFiles: (key, files) => upload(files, key),
    onRemove: removal.begin,
    onDescribe: (key) => setDescribed((before) => new Set([...before, key])),
    onMoveTo: setMoving,
    papers: paperTools,
  });
  return (
    <Section title="Agenda" aside={over === 0 ? agendaSummary(items) : `${agendaSummary(items)}, ${overrunText(over)}`}>
      <AgendaRows agenda={agenda} rows={rows} tools={tools} />
      <AgendaFoot
        meetingId={meetingId}
        hasItems={items.length > 0}
        onAdd={() => acts.add(null)}
        isShort={items.filter(({ kind }) => kind === null).length < 3}
        onFiles={take}
      >
        {waiting.length > 0 && (
          <WaitingFiles uploads={waiting} rows={rows} documents={meeting?.documents ?? []} onPlace={place} />
        )}
        <MeetingDocuments
          documents={meeting?.documents ?? []}
          meetingId={meetingId}
          moves={moves}
          onMoveTo={setMoving}
          dropIndex={drop !== null && drop.homeId === meetingId ? drop.index : null}
        />
      </AgendaFoot>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
      {removal.dialog}
      {moving !== null && (
        <MoveDialog document={moving} groups={groups} onMove={moveTo} onClose={() => setMoving(null)} />
      )}
    </Section>
  );
});

const filesAtOnceMax = 100;

function useAgendaUploads({ agenda, meetingId, saveForFiles }: AgendaEditorProps) {
  const { settings } = useStart();
  const upload = (files: readonly File[], key: string | null): void => {
    const id = key === null ? meetingId : (agenda.items().find((item) => item.key === key)?.id ?? null);
    const home = id === null ? null : ({ kind: key === null ? 'meeting' : 'agenda-item', id } as const);
    const slot = key ?? meetingSlot;
    addUploads(files, { slot, target: home, rules: settings });
    if (home === null) void saveForFiles(slot);
  };
  return {
    upload,
    take(files: readonly File[]): void {
      if (agenda.items().every(({ title }) => title.trim() === '')) {
        upload(files, null);
        return;
      }
      if (files.length > filesAtOnceMax)
        showToast(`Only the first ${filesAtOnceMax} files were added. Add the rest separately.`);
      const taken = files.slice(0, filesAtOnceMax);
      addUploads(taken, { slot: waitingSlot(meetingId), target: null, rules: settings });
    },
    place(placed: readonly { readonly id: string; readonly place: FilePlace }[]): void {
      const unsaved = new Set<string>();
      for (const { id, place } of placed) {
        const target = targetOf(place, agenda.items(), meetingId);
        if (typeof target === 'string') {
          slotUpload(id, target);
          unsaved.add(target);
        } else placeUpload(id, target);
      }
      for (const slot of unsaved) void saveForFiles(slot);
      focusWaiting();
    },
  };
}

function targetOf(place: FilePlace, items: readonly AgendaItemForm[], meetingId: string | null): UploadTarget | string {
  switch (place.kind) {
    case 'version':
      return { kind: 'document', id: place.document.id, title: place.document.title, withdrawsEarlier: false };
    case 'meeting':
      return meetingId === null ? meetingSlot : { kind: 'meeting', id: meetingId };
    case 'item': {
      const id = items.find(({ key }) => key === place.key)?.id ?? null;
      return id === null ? place.key : { kind: 'agenda-item', id };
    }
  }
}

function focusWaiting(): void {
  flushSync(() => undefined);
  const next = document.querySelector<HTMLElement>('[data-waiting-file] [aria-haspopup="listbox"]');
  (next ?? document.querySelector<HTMLElement>('[data-agenda-foot] button'))?.focus();
}

function useItemRemoval(rows: readonly AgendaRow[], acts: AgendaActs) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const withSubItems = (key: string): readonly AgendaRow[] => {
    const items = rows.map(({ item }) => item);
    const index = items.findIndex((item) => item.key === key);
    return index === -1 ? [] : rows.slice(index, subtreeEnd(items, index));
  };
  const left = leaving === null ? [] : withSubItems(leaving);
  const documentCount = left.reduce((sum, row) => sum + row.documents.length, 0);
  return {
    begin: (key: string): void => {
      if (withSubItems(key).some(({ documents }) => documents.length > 0)) setLeaving(key);
      else acts.remove(key);
    },
    dialog: (
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Remove this item?"
        confirmLabel="Remove"
        danger
        onConfirm={() => {
          if (leaving !== null) acts.remove(leaving);
          setLeaving(null);
        }}
      >
        <p>
          {left[0]?.item.title} will be removed with its{' '}
          {left.length > 1 && `${counted(left.length - 1, 'sub-item')} and `}
          {counted(documentCount, 'document')} when you save.
        </p>
      </ConfirmDialog>
    ),
  };
}

function useRowTools(now: Omit<AgendaRowTools, 'people'>): AgendaRowTools {
  const { data } = useQuery({ ...queryFor(listPeople), throwOnError: false, meta: { quiet: true } });
  const people = useMemo(() => data?.people.filter(({ status }) => status !== 'inactive') ?? nobody, [data]);
  const latest = useRef(now);
  latest.current = now;
  const { draft, acts, moves, papers } = now;
  return useMemo(
    () => ({
      draft,
      acts,
      moves,
      people,
      onFiles: (key, files) => latest.current.onFiles(key, files),
      onRemove: (key) => latest.current.onRemove(key),
      onDescribe: (key) => latest.current.onDescribe(key),
      onMoveTo: (document) => latest.current.onMoveTo(document),
      papers,
    }),
    [draft, acts, moves, people, papers],
  );
}

interface AgendaRowsProps {
  readonly agenda: AgendaDraft;
  readonly rows: readonly AgendaRow[];
  readonly tools: AgendaRowTools;
}

function AgendaRows({ agenda, rows, tools }: AgendaRowsProps) {
  const items = rows.map(({ item }) => item);
  const renderItem = useCallback(
    (row: AgendaRow, _index: number, handle: ReactNode) => <AgendaItemRow row={row} handle={handle} tools={tools} />,
    [tools],
  );
  return (
    <ReorderableList
      label="Agenda items"
      items={rows}
      keyOf={(row) => row.item.key}
      nameOf={({ item, number }) => (item.title === '' ? `item ${number}` : item.title)}
      onReorder={tools.acts.reorder}
      renderItem={renderItem}
      outline={{
        spanOf: (index) => subtreeEnd(items, index) - index,
        stepTo: (index, by) => {
          const to = agendaStep(items, index, by);
          return to !== null && to > index ? to - (subtreeEnd(items, index) - index) : to;
        },
        onShift: tools.acts.shift,
        onLift: () => {
          const before = agenda.items();
          return () => agenda.setItems(before);
        },
      }}
    />
  );
}

interface AgendaFootProps {
  readonly meetingId: string | null;
  readonly hasItems: boolean;
  readonly onAdd: () => void;
  readonly isShort: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

function AgendaFoot({ meetingId, hasItems, onAdd, isShort, onFiles, children }: AgendaFootProps) {
  const { choose, input } = useFilesChooser('Meeting documents', onFiles);
  return (
    <>
      <FileDrop
        onFiles={onFiles}
        hint={hasItems ? 'Drop to match these files to agenda items' : 'Drop to add to the meeting'}
      >
        <div className={styles.foot} data-document-home={meetingId ?? ''} data-agenda-foot="">
          <Cluster>
            <Button icon={Plus} onPress={onAdd}>
              Add item
            </Button>
            <Button variant="quiet" icon={UploadIcon} onPress={choose}>
              Upload documents
            </Button>
          </Cluster>
          {hasItems && (
            <p className={clsx('meta', styles['foot-note'])}>
              Files that you drop here are matched to agenda items by number or title, and you confirm each match. To
              choose an item yourself, drop the files on that item.
            </p>
          )}
          {isShort && <p className="meta">Paste a list into a title to create an item from each line.</p>}
          {children}
        </div>
      </FileDrop>
      {input}
    </>
  );
}

export function documentGroups(
  items: readonly AgendaItemForm[],
  meeting: Pick<Meeting, 'agenda_items' | 'documents'> | undefined,
  meetingId: string | null,
): readonly DocumentGroup[] {
  if (meeting === undefined || meetingId === null) return [];
  const documents = new Map(meeting.agenda_items.map((item) => [item.id, item.documents]));
  const ofItems = numberAgenda(items, null).flatMap(({ item, number }): readonly DocumentGroup[] => {
    const there = item.id === null ? undefined : documents.get(item.id);
    if (item.id === null || there === undefined) return [];
    return [{ home: { kind: 'agenda-item', id: item.id }, name: `${number} ${item.title}`, documents: there }];
  });
  const own = {
    home: { kind: 'meeting', id: meetingId },
    name: 'the meeting documents',
    documents: meeting.documents,
  } as const;
  return [...ofItems, own];
}

export function useOthersChanges(
  agenda: AgendaDraft,
  meeting: Pick<Meeting, 'agenda_items' | 'agenda_revision'> | undefined,
): void {
  useEffect(() => {
    if (meeting === undefined) return;
    queueMicrotask(() => {
      const focused = document.activeElement;
      const kept = flushSync(() => agenda.receive(meeting));
      // A row that moves in the DOM loses the focus.
      if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused) focused.focus();
      for (const title of kept) {
        showToast(
          `“${title}” was removed by somebody else. It is still here because you had changed it. Saving will add it again.`,
        );
      }
    });
  }, [agenda, meeting]);
}
