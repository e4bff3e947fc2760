import { Archive, Trash2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { FieldDraftRow } from './field-lists.ts';
import styles from './field-row.module.css';
import { kindOptions, visibilityOptions } from './field-words.ts';

interface FieldRowProps {
  readonly row: FieldDraftRow;
  /** Where it stands, as spoken: 'profile field 2'. */
  readonly place: string;
  readonly handle: ReactNode;
  /** By part: `name`, `kind`, `options`. */
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (row: FieldDraftRow) => void;
  /** Takes a new one away, retires a kept one. */
  readonly onRemove: () => void;
  readonly nameRef: Ref<HTMLInputElement>;
}

/** One field that people are asked for. */
export function FieldRow({ row, place, handle, errors, onChange, onRemove, nameRef }: FieldRowProps) {
  const called = row.name.trim() === '' ? place : row.name;
  const said = (part: string) => (errors[part] === undefined ? {} : { errorMessage: errors[part] });
  return (
    <div className={styles.row}>
      {handle}
      <div>
        <div className={styles.line}>
          <div className={styles.name}>
            <TextField
              label={`Field name, ${place}`}
              labelHidden
              placeholder="Field name"
              value={row.name}
              onChange={(name) => onChange({ ...row, name })}
              ref={nameRef}
              {...said('name')}
            />
          </div>
          <Select
            label={`Kind of ${called}`}
            labelHidden
            options={kindOptions}
            value={row.kind}
            onChange={(kind) => onChange({ ...row, kind })}
            isDisabled={row.valuesCount > 0}
            {...said('kind')}
          />
          <Select
            label={`Who sees ${called}`}
            labelHidden
            options={visibilityOptions}
            value={row.visibility}
            onChange={(visibility) => onChange({ ...row, visibility })}
          />
          <div className={styles.required}>
            <Switch
              label="Required"
              labelOf={`of ${called}`}
              value={row.required}
              onChange={(required) => onChange({ ...row, required })}
            />
          </div>
          <div className={styles.remove}>
            <IconButton
              size="s"
              icon={row.id === null ? Trash2 : Archive}
              aria-label={row.id === null ? `Remove ${called}` : `Retire ${called}`}
              onPress={onRemove}
            />
          </div>
        </div>
        {row.kind === 'choice' && (
          <div className={styles.options}>
            <TextArea
              label={`Options of ${called}`}
              description="One a line, in the order in which they are offered."
              value={row.options.join('\n')}
              onChange={(text) => onChange({ ...row, options: text.split('\n') })}
              {...said('options')}
            />
          </div>
        )}
      </div>
    </div>
  );
}
