import { type ReactNode, useMemo, useState } from 'react';
import type { Document } from '#contract/documents.ts';
import { paperTitle, proposePlace } from '#domain/paper-matching.ts';
import { counted } from '#domain/text.ts';
import { type Upload, uploadStatus } from '#web/features/papers/documents/uploads/upload.ts';
import { removeUpload, retryUpload } from '#web/features/papers/documents/uploads/upload-center.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import styles from './agenda-editor.module.css';
import type { AgendaRow } from './agenda-rows.ts';

export type FilePlace =
  | { readonly kind: 'item'; readonly key: string }
  | { readonly kind: 'version'; readonly document: Document }
  | { readonly kind: 'meeting' };

interface WaitingFilesProps {
  readonly uploads: readonly Upload[];
  readonly rows: readonly AgendaRow[];
  readonly documents: readonly Document[];
  readonly onPlace: (placed: readonly { readonly id: string; readonly place: FilePlace }[]) => void;
}

export function WaitingFiles({ uploads, rows, documents, onPlace }: WaitingFilesProps) {
  const { options, proposed, placeOf } = usePlaces(uploads, rows, documents);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const choiceOf = ({ id }: Upload): string | null => {
    const value = chosen.get(id) ?? proposed.get(id) ?? null;
    return value !== null && placeOf.has(value) ? value : null;
  };
  const ready = uploads.flatMap((upload) => {
    const place = placeOf.get(choiceOf(upload) ?? '');
    return place === undefined || upload.state.kind === 'refused' ? [] : [{ id: upload.id, place }];
  });
  return (
    <section className={styles.documents} aria-label="Files without an item">
      <h3 className={styles['documents-title']}>Files without an item</h3>
      <p className="meta" role="status">
        {waitingText(uploads, proposed)}
      </p>
      {uploads.map((upload) => (
        <WaitingFile
          key={upload.id}
          upload={upload}
          isReady={ready.some(({ id }) => id === upload.id)}
          title={choiceOf(upload)?.startsWith('item:') ? paperTitle(upload.name) : null}
          onPlace={() => onPlace(ready.filter(({ id }) => id === upload.id))}
        >
          <Select
            label={`Item for ${upload.name}`}
            labelHidden
            size="s"
            placeholder="Choose an item"
            options={options.filter(({ of }) => of === undefined || of === upload.id)}
            value={choiceOf(upload)}
            onChange={(value) => setChosen((before) => new Map([...before, [upload.id, value]]))}
          />
        </WaitingFile>
      ))}
      {uploads.length > 1 && (
        <p className={styles['waiting-all']}>
          <Button variant="primary" isDisabled={ready.length === 0} onPress={() => onPlace(ready)}>
            {ready.length === 0 ? 'Attach all' : `Attach ${counted(ready.length, 'file')}`}
          </Button>
        </p>
      )}
    </section>
  );
}

interface WaitingFileProps {
  readonly upload: Upload;
  readonly isReady: boolean;
  readonly title: string | null;
  readonly onPlace: () => void;
  readonly children: ReactNode;
}

function WaitingFile({ upload, isReady, title, onPlace, children }: WaitingFileProps) {
  const { id, name, state } = upload;
  return (
    <div className={styles.waiting} data-waiting-file={id}>
      <UploadRow
        name={name}
        type={upload.extension}
        status={state.kind === 'arrived' ? { kind: 'waiting', text: 'Uploaded' } : uploadStatus(upload)}
        onRetry={state.kind === 'failed' ? () => retryUpload(id) : undefined}
        onRemove={() => removeUpload(id)}
      />
      {state.kind !== 'refused' && (
        <div className={styles['waiting-place']}>
          {children}
          {title !== null && <span className="meta">Title: {title}</span>}
          <Button size="s" isDisabled={!isReady} aria-label={`Attach ${name}`} onPress={onPlace}>
            Attach
          </Button>
        </div>
      )}
    </div>
  );
}

function usePlaces(uploads: readonly Upload[], rows: readonly AgendaRow[], documents: readonly Document[]) {
  const papers = useMemo(
    () => [...rows.flatMap((row) => row.documents), ...documents].filter((document) => !document.is_link),
    [rows, documents],
  );
  const items = rows.map(({ item, number }) => ({ key: item.key, number, title: item.title }));
  const placeOf = new Map<string, FilePlace>([
    ...items.map(({ key }) => [`item:${key}`, { kind: 'item', key }] as const),
    ...papers.map((document) => [`version:${document.id}`, { kind: 'version', document }] as const),
    ['meeting', { kind: 'meeting' }],
  ]);
  const proposed = new Map<string, string>();
  const versions: { readonly value: string; readonly label: string; readonly of: string }[] = [];
  for (const { id, name } of uploads) {
    const place = proposePlace(name, { items, papers });
    if (place?.kind === 'item') proposed.set(id, `item:${place.key}`);
    if (place?.kind !== 'version') continue;
    const title = papers.find((paper) => paper.id === place.documentId)?.title ?? '';
    proposed.set(id, `version:${place.documentId}`);
    versions.push({ value: `version:${place.documentId}`, label: `New version of ${title}?`, of: id });
  }
  const options: readonly { readonly value: string; readonly label: string; readonly of?: string }[] = [
    ...versions,
    ...items.map(({ key, number, title }) => ({ value: `item:${key}`, label: `${number} ${title}`.trim() })),
    { value: 'meeting', label: 'The meeting as a whole, not an item' },
  ];
  return { options, proposed, placeOf };
}

function waitingText(uploads: readonly Upload[], places: ReadonlyMap<string, string>): string {
  const waiting = uploads.filter(({ state }) => state.kind !== 'refused');
  const count = waiting.length;
  const proposed = waiting.filter(({ id }) => places.has(id)).length;
  const waits = `${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} waiting`;
  const items = proposed === 0 ? '' : `, ${count === proposed ? 'with' : `${proposed} with`} a proposed item`;
  return `${waits}${items}. A file is attached only when you confirm its item.`;
}
