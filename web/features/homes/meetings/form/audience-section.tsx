import { useSuspenseQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { listAudienceChoices } from '#contract/audience.ts';
import { queryFor } from '#web/api/queries.ts';
import { draftAudienceNote } from '#web/features/homes/meetings/audience/audience-change.ts';
import { peopleOf } from '#web/features/members/audience/audience-choice.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { audienceCount } from '#web/features/members/audience/publish-audience.ts';
import { Stack } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

/** Who a new meeting is for. */
export function AudienceSection({ editor }: { readonly editor: MeetingEditor }) {
  const { data: choices } = useSuspenseQuery(queryFor(listAudienceChoices));
  const { audience } = editor.values;
  if (audience === null) return null;
  return (
    <Section title="Audience" aside={audienceCount(peopleOf(choices, audience))}>
      <Stack gap="s">
        <Controller
          control={editor.form.control}
          name="audience"
          render={({ field: { onChange, onBlur }, fieldState: { error } }) => (
            <AudiencePicker
              choices={choices}
              value={audience}
              onChange={onChange}
              onBlur={onBlur}
              errorMessage={error?.message}
            />
          )}
        />
        <p className="meta">{draftAudienceNote(editor.values.when === 'find')}</p>
      </Stack>
    </Section>
  );
}
