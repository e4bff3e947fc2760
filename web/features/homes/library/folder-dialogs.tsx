import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Audience, type AudienceChoices, audienceInput, listAudienceChoices } from '#contract/audience.ts';
import type { LibraryHomeInput } from '#contract/documents.ts';
import { createFolder, type Folder, getFolderAudience, updateFolder } from '#contract/library.ts';
import { memberCount } from '#domain/audience.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { firstAudience, peopleOf } from '#web/features/members/audience/audience.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface NewFolderDialogProps {
  readonly home: LibraryHomeInput;
  readonly onCreated: (id: string) => void;
  readonly onClose: () => void;
}

export function NewFolderDialog({ home, onCreated, onClose }: NewFolderDialogProps) {
  const form = useContractForm({
    endpoint: createFolder,
    defaults: { home, name: '' },
    invalidates: ['library'],
    onSaved: ({ id }) => onCreated(id),
  });
  return (
    <FormDialog title="New folder" submitLabel="Create folder" form={form} onClose={onClose}>
      <FormText form={form} name="name" label="Name" autoFocus autoComplete="off" isRequired />
    </FormDialog>
  );
}

interface FolderDialogProps {
  readonly folder: Folder;
  readonly onClose: () => void;
}

export function RenameFolderDialog({ folder, onClose }: FolderDialogProps) {
  const form = useContractForm({
    endpoint: updateFolder,
    params: { id: folder.id },
    defaults: { name: folder.name },
    invalidates: ['library'],
    onSaved: onClose,
  });
  return (
    <FormDialog title="Rename folder" submitLabel="Rename" form={form} onClose={onClose}>
      <FormText form={form} name="name" label="Name" autoFocus autoComplete="off" isRequired />
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

export function AudienceField(props: AudienceFieldProps) {
  const titleId = useId();
  const people = peopleOf(props.choices, props.value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would carry a border of its own
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId}>
        Who can read it <span className="meta">{memberCount(people)}</span>
      </p>
      <AudiencePicker {...props} />
    </div>
  );
}

export function FolderAudienceDialog({ folder, onClose }: FolderDialogProps) {
  const params = { id: folder.id };
  const { data: choices } = useQuery(queryFor(listAudienceChoices));
  const { data: saved } = useQuery({ ...queryFor(getFolderAudience, { params }), gcTime: 0 });
  const [chosen, setChosen] = useState<Audience | null>();
  const [serverError, setServerError] = useState<string>();
  const save = useCall(updateFolder, {
    invalidates: ['library'],
    onSuccess: onClose,
    onError: (error) => setServerError(error.fields.audience),
  });
  const choose = (next: Audience | null): void => {
    setServerError(undefined);
    setChosen(next);
  };
  const audience = chosen === undefined ? saved?.audience : chosen;
  const invalid = audience === null || audience === undefined ? undefined : audienceInput.safeParse(audience).error;
  return (
    <ActionDialog
      onClose={onClose}
      size="m"
      title="Who can read it"
      confirmLabel="Save"
      isPending={save.isPending}
      isDisabled={audience === undefined || invalid !== undefined}
      onConfirm={() => audience !== undefined && save.mutate({ params, body: { audience } })}
    >
      {choices === undefined || audience === undefined ? (
        <Skeleton width={75} />
      ) : (
        <Stack gap="m">
          <RadioGroup
            label={folder.name}
            value={audience === null ? 'category' : 'own'}
            onChange={(value) => choose(value === 'category' ? null : firstAudience(choices))}
            options={[
              { value: 'category', label: 'Everybody who can read the category' },
              { value: 'own', label: 'Only some people with access to the category' },
            ]}
          />
          {audience !== null && (
            <AudienceField
              choices={choices}
              value={audience}
              onChange={choose}
              errorMessage={serverError ?? invalid?.issues[0]?.message}
            />
          )}
        </Stack>
      )}
    </ActionDialog>
  );
}
