import { Plus, Upload as UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Document } from '../../../../contract/documents.ts';
import type { Meeting } from '../../../../contract/meetings.ts';
import { agendaSummary } from '../../../../domain/agenda.ts';
import { useStart } from '../../../api/start.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Cluster } from '../../../ui/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { moved } from '../../../ui/rows/reorder.ts';
import { ReorderableList } from '../../../ui/rows/reorderable-list.tsx';
import { Section } from '../../../ui/rows/section.tsx';
import { addUploads } from '../../documents/uploads/upload-center.ts';
import { acceptedTypes } from '../../documents/uploads/upload-check.ts';
import { UploadRows, useUploadsAt } from '../../documents/uploads/upload-rows.tsx';
import { counted } from '../meeting-words.ts';
import styles from './agenda-editor.module.css';
import { AgendaItemRow } from './agenda-item-row.tsx';
import { FileDrop } from './file-drop.tsx';
import type { AgendaItemForm } from './meeting-form.ts';
import { type MeetingEditor, meetingSpot } from './use-meeting-editor.ts';
import { useMissedDrops } from './use-missed-drops.ts';

interface AgendaEditorProps {
  readonly editor: MeetingEditor;
  /** As the server has it, for its documents; undefined while there is no draft. */
  readonly meeting: Pick<Meeting, 'agenda_items' | 'documents'> | undefined;
}

let itemsMade = 0;

function newItem(): AgendaItemForm {
  itemsMade += 1;
  return { key: `new-${itemsMade}`, id: null, title: '', presenter: '', description: '', minutes: null };
}

/** Items are added, written, moved and removed here; documents are dropped on them, before the meeting is saved too. */
export function AgendaEditor({ editor, meeting }: AgendaEditorProps) {
  const { settings } = useStart();
  const { items } = editor.values;
  const { errors } = editor.form.formState;
  const [described, setDescribed] = useState<readonly string[]>([]);
  const [leaving, setLeaving] = useState<AgendaItemForm | null>(null);
  const titles = useRef(new Map<string, HTMLTextAreaElement>());
  const toFocus = useRef<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const accept = acceptedTypes(settings);
  useMissedDrops();

  const place = editor.meetingId === null ? null : ({ kind: 'meeting', id: editor.meetingId } as const);
  const meetingUploads = useUploadsAt(meetingSpot, place);
  const documentsOf = (item: AgendaItemForm): readonly Document[] =>
    meeting?.agenda_items.find((each) => each.id === item.id)?.documents ?? [];
  const ownDocuments = meeting?.documents ?? [];

  const add = (at: number): void => {
    const item = newItem();
    toFocus.current = item.key;
    editor.setItems([...items.slice(0, at), item, ...items.slice(at)]);
  };
  const change = (item: AgendaItemForm): void =>
    editor.setItems(items.map((each) => (each.key === item.key ? item : each)));
  const take = (item: AgendaItemForm): void => {
    const at = items.findIndex((each) => each.key === item.key);
    editor.setItems(items.filter((each) => each.key !== item.key));
    showToast(`${item.title === '' ? `Item ${at + 1}` : item.title} removed`, {
      action: {
        label: 'Undo',
        onAction: () => {
          const now = editor.form.getValues('items').filter((each) => each.key !== item.key);
          editor.setItems([...now.slice(0, at), item, ...now.slice(at)]);
        },
      },
    });
  };
  const remove = (item: AgendaItemForm): void => (documentsOf(item).length > 0 ? setLeaving(item) : take(item));
  const upload = (files: readonly File[], item: AgendaItemForm | null): void => {
    const spot = item?.key ?? meetingSpot;
    const itemPlace = item === null ? place : item.id === null ? null : ({ kind: 'agenda-item', id: item.id } as const);
    addUploads(files, { spot, place: itemPlace, rules: settings });
    if (itemPlace === null) void editor.makePlace(spot);
  };

  return (
    <Section title="Agenda" aside={agendaSummary(items.map((item) => ({ ...item, depth: 0 })))}>
      <div className={styles.items}>
        <ReorderableList
          label="Agenda items"
          items={items}
          keyOf={(item) => item.key}
          nameOf={(item) => (item.title === '' ? `item ${items.indexOf(item) + 1}` : item.title)}
          onReorder={(key, to) =>
            editor.setItems(
              moved(
                items,
                items.findIndex((item) => item.key === key),
                to,
              ),
            )
          }
          renderItem={(item, index, handle) => (
            <AgendaItemRow
              item={item}
              number={index + 1}
              handle={handle}
              accept={accept}
              documents={documentsOf(item)}
              errorMessage={errors.items?.[index]?.title?.message}
              showsDescription={item.description !== '' || described.includes(item.key)}
              onShowDescription={() => setDescribed([...described, item.key])}
              onChange={change}
              onAddAfter={() => add(index + 1)}
              onRemove={() => remove(item)}
              onFiles={(files) => upload(files, item)}
              titleRef={(element) => {
                if (element === null) {
                  titles.current.delete(item.key);
                  return;
                }
                titles.current.set(item.key, element);
                if (toFocus.current === item.key) {
                  toFocus.current = null;
                  element.focus();
                }
              }}
            />
          )}
        />
      </div>
      <FileDrop onFiles={(files) => upload(files, null)}>
        <div className={styles.foot}>
          <Cluster>
            <Button icon={Plus} onPress={() => add(items.length)}>
              Add item
            </Button>
            <Button variant="quiet" icon={UploadIcon} onPress={() => chooser.current?.click()}>
              Upload documents
            </Button>
          </Cluster>
          {ownDocuments.length + meetingUploads.length > 0 && (
            <section className={styles.documents} aria-label="Meeting documents">
              <h3 className={styles['documents-title']}>Meeting documents</h3>
              <UploadRows documents={ownDocuments} uploads={meetingUploads} />
            </section>
          )}
        </div>
      </FileDrop>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label="Meeting documents"
        onChange={(event) => {
          upload([...(event.currentTarget.files ?? [])], null);
          event.currentTarget.value = '';
        }}
      />
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Remove this item?"
        confirmLabel="Remove"
        danger
        onConfirm={() => {
          if (leaving !== null) take(leaving);
          setLeaving(null);
        }}
      >
        <p>
          {leaving?.title} goes with its {leaving && counted(documentsOf(leaving).length, 'document')} when you save.
        </p>
      </ConfirmDialog>
    </Section>
  );
}
