import { AlignLeft, CornerDownLeft, Ellipsis, Trash2, Upload as UploadIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Document } from '../../../../contract/documents.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { AgendaEditorRow } from '../../../ui/meeting/agenda-editor-row.tsx';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../../ui/overlays/menu.tsx';
import { UploadRows, useUploadsAt } from '../../documents/uploads/upload-rows.tsx';
import styles from './agenda-item-row.module.css';
import { FileDrop } from './file-drop.tsx';
import { type AgendaItemForm, minutesFromText } from './meeting-form.ts';

interface AgendaItemRowProps {
  readonly item: AgendaItemForm;
  readonly number: number;
  /** What the reordering list gives. */
  readonly handle: ReactNode;
  readonly documents: readonly Document[];
  readonly errorMessage: string | undefined;
  /** Extensions for the file chooser. */
  readonly accept: string;
  readonly showsDescription: boolean;
  readonly onShowDescription: () => void;
  readonly onChange: (item: AgendaItemForm) => void;
  readonly onAddAfter: () => void;
  readonly onRemove: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly titleRef: (element: HTMLTextAreaElement | null) => void;
}

/** One item: title, presenter, minutes, text, and the files dropped on it. */
export function AgendaItemRow(props: AgendaItemRowProps) {
  const { item, number, documents, onChange, onFiles } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const uploads = useUploadsAt(item.key, item.id === null ? null : { kind: 'agenda-item', id: item.id });
  const hasDocuments = documents.length + uploads.length > 0;
  const presenter = (
    <TextField
      plain
      label={`Presenter of item ${number}`}
      labelHidden
      placeholder="Presenter"
      value={item.presenter}
      onChange={(text) => onChange({ ...item, presenter: text })}
    />
  );
  const minutes = (
    <span className={styles.minutes}>
      <TextField
        plain
        label={`Minutes of item ${number}`}
        labelHidden
        inputMode="numeric"
        placeholder="–"
        value={item.minutes?.toString() ?? ''}
        onChange={(text) => onChange({ ...item, minutes: minutesFromText(text) })}
      />
      <span aria-hidden="true">min</span>
    </span>
  );
  return (
    <FileDrop onFiles={onFiles}>
      <AgendaEditorRow
        number={number}
        handle={props.handle}
        title={
          <TextArea
            variant="item"
            label={`Title of item ${number}`}
            labelHidden
            placeholder="Title"
            ref={props.titleRef}
            value={item.title}
            onChange={(title) => onChange({ ...item, title: title.replace(/[\r\n]+/g, ' ') })}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                event.preventDefault();
                props.onAddAfter();
              }
            }}
            errorMessage={props.errorMessage}
          />
        }
        controls={
          <>
            <span className={`hide-small ${styles.presenter}`}>{presenter}</span>
            <span className="hide-small">{minutes}</span>
            <MenuTrigger>
              <IconButton icon={Ellipsis} size="s" aria-label={`More for item ${number}`} />
              <Menu aria-label={`More for item ${number}`}>
                <MenuItem icon={UploadIcon} onAction={() => chooser.current?.click()}>
                  Upload documents
                </MenuItem>
                {!props.showsDescription && (
                  <MenuItem icon={AlignLeft} onAction={props.onShowDescription}>
                    Add a description
                  </MenuItem>
                )}
                <MenuItem icon={CornerDownLeft} onAction={props.onAddAfter}>
                  Add an item below
                </MenuItem>
                <MenuSeparator />
                <MenuItem icon={Trash2} danger onAction={props.onRemove}>
                  Remove item
                </MenuItem>
              </Menu>
            </MenuTrigger>
          </>
        }
        documents={hasDocuments ? <UploadRows documents={documents} uploads={uploads} /> : undefined}
      >
        <div className={styles['small-line']}>
          {presenter}
          {minutes}
        </div>
        {props.showsDescription && (
          <div className={styles.description}>
            <TextArea
              label={`Description of item ${number}`}
              labelHidden
              placeholder="What the item is about, or what the board is asked to decide"
              rows={2}
              value={item.description}
              onChange={(description) => onChange({ ...item, description })}
            />
          </div>
        )}
      </AgendaEditorRow>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={props.accept}
        aria-label={`Documents for item ${number}`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </FileDrop>
  );
}
