import type { ClipboardEvent, ComponentType, KeyboardEvent, ReactNode } from 'react';
import type { Document } from '#contract/documents.ts';
import { agendaPurposeLabels, durationText } from '#domain/agenda.ts';
import { UploadRows } from '#web/features/papers/documents/editing/upload-rows.tsx';
import { useUploadsOf } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { FileDrop } from '#web/ui/feedback/file-drop.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { AgendaEditorRow } from '#web/ui/meeting/agenda-editor-row.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import type { AgendaActs } from './agenda-acts.ts';
import { AgendaConflictNotice } from './agenda-conflict.tsx';
import { DocumentHandle, useFilesChooser } from './agenda-documents.tsx';
import type { AgendaDraft } from './agenda-draft.ts';
import styles from './agenda-editor.module.css';
import { minutesFromText } from './agenda-item-form.ts';
import { AgendaItemMenu } from './agenda-item-menu.tsx';
import type { AgendaRow } from './agenda-rows.ts';
import { type Presenter, PresenterField } from './presenter-field.tsx';
import type { DocumentMoves } from './use-document-moves.ts';

export interface PaperParts {
  readonly Requests: ComponentType<{ readonly meetingId: string; readonly item: { id: string; number: string } }>;
  readonly onAsk: (itemId: string) => void;
}

export interface AgendaRowTools {
  readonly draft: AgendaDraft;
  readonly acts: AgendaActs;
  readonly moves: DocumentMoves;
  readonly people: readonly Presenter[];
  readonly onFiles: (key: string, files: readonly File[]) => void;
  readonly onDescribe: (key: string) => void;
  readonly onRemove: (key: string) => void;
  readonly onMoveTo: (document: Document) => void;
  /** Is null until there is a draft. */
  readonly papers: (PaperParts & { readonly meetingId: string }) | null;
}

interface AgendaItemRowProps {
  readonly row: AgendaRow;
  readonly handle: ReactNode;
  readonly tools: AgendaRowTools;
}

export function AgendaItemRow(props: AgendaItemRowProps) {
  const { item, number } = props.row;
  if (!item.isWithheld) return <OpenItemRow {...props} />;
  return (
    <div data-agenda-item={item.key} data-depth={item.depth} className={styles.item}>
      <AgendaEditorRow number={number} handle={null} title={<p className="muted">{item.title}</p>} />
    </div>
  );
}

function OpenItemRow({ row, handle, tools }: AgendaItemRowProps) {
  const { item, number, documents } = row;
  const { key } = item;
  const uploads = useUploadsOf(key, item.id === null ? null : { kind: 'agenda-item', id: item.id });
  const onFiles = (files: readonly File[]): void => tools.onFiles(key, files);
  const { choose, input } = useFilesChooser(`Documents for item ${number}`, onFiles);
  return (
    <div
      id={`item-${item.id ?? key}`}
      data-agenda-item={key}
      data-depth={item.depth}
      data-document-home={item.id ?? ''}
      className={styles.item}
    >
      <FileDrop onFiles={onFiles} hint={`Drop to add to item ${number}`}>
        <AgendaEditorRow
          number={number}
          handle={handle}
          title={<ItemTitle row={row} tools={tools} />}
          controls={<ItemControls row={row} tools={tools} onUpload={choose} />}
          documents={
            documents.length + uploads.length > 0 || row.dropIndex !== null ? (
              <UploadRows
                documents={documents}
                uploads={uploads}
                dropIndex={row.dropIndex}
                handleOf={(document) => <DocumentHandle document={document} moves={tools.moves} />}
                onMoveTo={tools.onMoveTo}
              />
            ) : undefined
          }
        >
          <ItemNotes row={row} />
          {row.isDescribed && (
            <div className={styles.description}>
              <TextArea
                label={`Description of item ${number}`}
                labelHidden
                placeholder="What the item is about, or what the board should decide"
                rows={2}
                value={item.description}
                onChange={(description) => tools.acts.change(key, { description })}
                errorMessage={row.errors?.description}
              />
            </div>
          )}
          {tools.papers !== null && item.id !== null && (
            <tools.papers.Requests meetingId={tools.papers.meetingId} item={{ id: item.id, number }} />
          )}
          {row.conflicts.map((conflict) => (
            <AgendaConflictNotice
              key={conflict.field}
              conflict={conflict}
              onKeep={() => tools.draft.keepMine(conflict)}
              onTake={() => tools.draft.takeTheirs(conflict)}
            />
          ))}
        </AgendaEditorRow>
        {input}
      </FileDrop>
    </div>
  );
}

type PartProps = Pick<AgendaItemRowProps, 'row' | 'tools'>;

function ItemTitle({ row, tools }: PartProps) {
  const { item, number, errors } = row;
  return (
    <TextArea
      variant="item"
      label={`Title of item ${number}`}
      labelHidden
      placeholder="Title"
      value={item.title}
      onChange={(title) => tools.acts.change(item.key, { title: title.replace(/[\r\n]+/g, ' ') })}
      onKeyDown={(event) => titleKey(event, row, tools)}
      onPaste={(event) => pasteLines(event, item.key, tools)}
      errorMessage={errors?.title}
    />
  );
}

function ItemControls({ row, tools, onUpload }: PartProps & { readonly onUpload: () => void }) {
  const { item, number, errors } = row;
  const { acts, people, papers } = tools;
  const { key, id } = item;
  return (
    <span className={styles.controls}>
      <PresenterField
        label={`Presenter of item ${number}`}
        value={item.presenter}
        presenterId={item.presenterId}
        people={people}
        onChange={(presenter, presenterId) => acts.change(key, { presenter, presenterId })}
        errorMessage={errors?.presenter}
      />
      <span className={styles.minutes}>
        <TextField
          plain
          label={`Duration of item ${number}`}
          labelHidden
          inputMode="numeric"
          placeholder="–"
          value={item.minutes?.toString() ?? ''}
          onChange={(text) => acts.change(key, { minutes: minutesFromText(text) })}
        />
        <span aria-hidden="true">min</span>
      </span>
      <AgendaItemMenu
        row={row}
        acts={acts}
        onUpload={onUpload}
        onDescribe={() => tools.onDescribe(key)}
        onRemove={() => tools.onRemove(key)}
        onAskForPaper={papers === null || id === null ? undefined : () => papers.onAsk(id)}
      />
    </span>
  );
}

function ItemNotes({ row: { item, minutesShort } }: Pick<PartProps, 'row'>) {
  if (item.purpose === null && minutesShort <= 0) return null;
  return (
    <p className={styles.notes}>
      {item.purpose !== null && <Badge tone="line">{agendaPurposeLabels[item.purpose]}</Badge>}
      {minutesShort > 0 && (
        <span className="meta">The sub-items exceed the planned time by {durationText(minutesShort)}.</span>
      )}
    </p>
  );
}

function titleKey(event: KeyboardEvent, { item, documents }: AgendaRow, { acts, onRemove }: AgendaRowTools): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const act = ((): (() => unknown) | null => {
    if (event.nativeEvent.isComposing) return null;
    if (event.key === 'Enter') return () => acts.add(item.key);
    if (isCommand && event.key === ']') return () => acts.shift(item.key, 1);
    if (isCommand && event.key === '[') return () => acts.shift(item.key, -1);
    if (event.altKey && event.shiftKey && event.key === 'ArrowUp') return () => acts.step(item.key, -1);
    if (event.altKey && event.shiftKey && event.key === 'ArrowDown') return () => acts.step(item.key, 1);
    if (event.key === 'Backspace' && item.title === '' && item.id === null && documents.length === 0) {
      return () => onRemove(item.key);
    }
    return null;
  })();
  if (act === null) return;
  event.preventDefault();
  act();
}

function pasteLines(event: ClipboardEvent<HTMLElement>, key: string, { acts, people }: AgendaRowTools): void {
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement)) return;
  const selection = { start: field.selectionStart, end: field.selectionEnd };
  const text = event.clipboardData.getData('text/plain');
  if (acts.paste(key, { text, selection, people })) event.preventDefault();
}
