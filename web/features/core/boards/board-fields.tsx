import { useMutation } from '@tanstack/react-query';
import type { File } from 'lucide-react';
import { type BoardSetup, removeLogo, setLogo } from '#contract/boards.ts';
import { logoLimits } from '#domain/pictures.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { refreshStart } from '#web/api/start.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { checkPicture, pictureTypes, sendPicture } from '#web/features/core/uploads/transfer.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormSelect, FormSwitch } from '#web/ui/fields/form-choices.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import type { Option } from '#web/ui/fields/options.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './setup.module.css';
import type { SetupForm } from './setup-form.ts';
import { TimeZoneField } from './time-zone-field.tsx';

const dateStyleOptions: readonly Option<BoardSetup['date_style']>[] = [
  { value: 'mdy', label: '12/3/2026, 9:30 AM', description: 'Thursday, December 3' },
  { value: 'dmy', label: '3/12/2026, 09:30', description: 'Thursday 3 December' },
  { value: 'iso', label: '2026-12-03, 09:30', description: 'Thursday 3 December' },
];
const firstDayOptions: readonly Option<BoardSetup['first_day']>[] = [
  { value: 'sunday', label: 'Sunday' },
  { value: 'monday', label: 'Monday' },
  { value: 'saturday', label: 'Saturday' },
];
const paperOptions: readonly Option<BoardSetup['paper_size']>[] = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
];

export function BoardFields({ setup, form }: { readonly setup: BoardSetup; readonly form: ContractForm<SetupForm> }) {
  return (
    <>
      <Section title="Board">
        <FormSection>
          <FieldRow wide>
            <FormText form={form} name="title" label="Title" isRequired />
            <FormText
              form={form}
              name="shortname"
              label="Short name"
              isRequired
              description="Used in web addresses. The old short name keeps working."
            />
          </FieldRow>
          <LogoField setup={setup} />
        </FormSection>
      </Section>
      <Section title="Time and people">
        <FormSection>
          <FormField form={form} name="time_zone">
            {(field) => (
              <TimeZoneField
                description="All the board’s dates and times are shown in this time zone. Changing it does not move any meetings."
                {...field}
              />
            )}
          </FormField>
          <FormSelect form={form} name="date_style" label="Dates and times" options={dateStyleOptions} />
          <FieldRow>
            <FormSelect form={form} name="first_day" label="First day of the week" options={firstDayOptions} />
            <FormSelect form={form} name="paper_size" label="Paper size" options={paperOptions} />
          </FieldRow>
          <FormSwitch
            form={form}
            name="people_hidden"
            label="Hide people from members"
            description="The directory moves to the Admin menu, and only board admins can open it."
          />
        </FormSection>
      </Section>
    </>
  );
}

function LogoField({ setup }: { readonly setup: BoardSetup }) {
  const remove = useCall(removeLogo, { onSuccess: () => showLogoSaved('Logo removed') });
  const save = useMutation<void, Error, File>({
    meta: { quiet: true },
    mutationFn: sendLogo,
    onSuccess: () => showLogoSaved('Logo saved'),
  });
  return (
    <fieldset className={styles.logo}>
      <legend>Logo</legend>
      <Stack gap="s">
        <div className={styles['logo-line']}>
          <BoardMark size="l" title={setup.title} logoUrl={setup.logo_url} />
          <DropZone
            multiple={false}
            browseLabel="choose a file"
            accept={pictureTypes}
            isDisabled={save.isPending}
            onFiles={([file]) => file && save.mutate(file)}
          >
            Drop an image here, or
          </DropZone>
        </div>
        <Cluster>
          {save.isPending && <Spinner label="Saving the logo" />}
          {setup.logo_url !== null && !save.isPending && (
            <Button size="s" variant="quiet" isPending={remove.isPending} onPress={() => remove.mutate({})}>
              Remove logo
            </Button>
          )}
        </Cluster>
        {save.error !== null && <ErrorText>{save.error.message}</ErrorText>}
        <p className="meta">
          JPEG, PNG or WebP, at least {logoLimits.sideMin} pixels on each side. A square image works best. Without a
          logo, the portal shows a coloured initial.
        </p>
      </Stack>
    </fieldset>
  );
}

async function sendLogo(file: File): Promise<void> {
  checkPicture(file);
  await sendPicture(file, (upload_id) => call(setLogo, { body: { upload_id } }));
}

async function showLogoSaved(toast: string): Promise<void> {
  await Promise.all([invalidateNouns(queryClient, ['boards']), refreshStart()]);
  showToast(toast);
}
