import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Audience, type AudienceChoices, audienceInput, listAudienceChoices } from '#contract/audience.ts';
import { limits, requiredText } from '#contract/fields.ts';
import { type Folder, getFolderAudience, updateFolder } from '#contract/library.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { firstAudience, peopleOf } from '#web/features/members/audience/audience.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly saved?: string;
  readonly saveLabel: string;
  readonly isPending: boolean;
  /** What the server said of the name. */
  readonly errorMessage: string | undefined;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

const rule = requiredText(limits.nameCharactersMax);

/** Asks for one name: of a new folder, or another one for a folder. */
export function NameDialog(props: NameDialogProps) {
  const { title, saved = '', saveLabel, isPending, errorMessage, onSave, onClose } = props;
  const [name, setName] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const submit = (): void => {
    const checked = rule.safeParse(name);
    setProblem(checked.error?.issues[0]?.message);
    if (checked.success) onSave(checked.data);
  };
  return (
    <FormDialog isOpen onClose={onClose} title={title} submitLabel={saveLabel} isPending={isPending} onSubmit={submit}>
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        isRequired
        value={name}
        onChange={(next) => {
          setName(next);
          setProblem(undefined);
        }}
        errorMessage={problem ?? errorMessage}
      />
    </FormDialog>
  );
}

interface AudienceFieldProps {
  readonly choices: AudienceChoices;
  readonly value: Audience;
  readonly onChange: (audience: Audience) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly errorMessage?: string | undefined;
}

/** Who may read, with how many that are. */
export function AudienceField(props: AudienceFieldProps) {
  const titleId = useId();
  const people = peopleOf(props.choices, props.value).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would carry a border of its own
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId}>
        Who may read it <span className="meta">{counted(people, 'member')}</span>
      </p>
      <AudiencePicker {...props} />
    </div>
  );
}

interface FolderAudienceDialogProps {
  readonly folder: Folder;
  readonly onClose: () => void;
}

/** Whom a top folder is for: everybody whom its category is for, or fewer. */
export function FolderAudienceDialog({ folder, onClose }: FolderAudienceDialogProps) {
  const params = { id: folder.id };
  const { data: choices } = useQuery(queryFor(listAudienceChoices));
  const { data: saved } = useQuery({ ...queryFor(getFolderAudience, { params }), gcTime: 0 });
  /** Undefined: as it is saved. */
  const [chosen, setChosen] = useState<Audience | null>();
  const [serverError, setServerError] = useState<string>();
  const save = useCall(updateFolder, {
    invalidates: ['library'],
    onSuccess: onClose,
    onError: (error) => setServerError(error.fields.audience),
  });
  const audience = chosen === undefined ? saved?.audience : chosen;
  const problem = audience === null || audience === undefined ? undefined : audienceInput.safeParse(audience).error;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="m"
      title="Who may read it"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={save.isPending}
            isDisabled={audience === undefined || problem !== undefined}
            onPress={() => audience !== undefined && save.mutate({ params, body: { audience } })}
          >
            Save
          </Button>
        </>
      }
    >
      {choices === undefined || audience === undefined ? (
        <Skeleton width={75} />
      ) : (
        <FolderAudience
          name={folder.name}
          choices={choices}
          audience={audience}
          errorMessage={serverError ?? problem?.issues[0]?.message}
          onChange={(next) => {
            setServerError(undefined);
            setChosen(next);
          }}
        />
      )}
    </Dialog>
  );
}

interface FolderAudienceProps {
  readonly name: string;
  readonly choices: AudienceChoices;
  readonly audience: Audience | null;
  readonly errorMessage: string | undefined;
  readonly onChange: (audience: Audience | null) => void;
}

function FolderAudience({ name, choices, audience, errorMessage, onChange }: FolderAudienceProps) {
  return (
    <Stack gap="m">
      <RadioGroup
        label={name}
        value={audience === null ? 'category' : 'own'}
        onChange={(value) => onChange(value === 'category' ? null : firstAudience(choices))}
        options={[
          { value: 'category', label: 'Everybody whom its category is for' },
          { value: 'own', label: 'Only some of them' },
        ]}
      />
      {audience !== null && (
        <AudienceField choices={choices} value={audience} onChange={onChange} errorMessage={errorMessage} />
      )}
    </Stack>
  );
}
