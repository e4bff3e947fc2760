import { type Control, Controller } from 'react-hook-form';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-row.tsx';
import { TimeField } from '#web/ui/fields/time-field.tsx';
import type { PollForm } from './poll-form.ts';

/** When a poll closes by itself; nothing entered: when an editor closes it. */
export function ClosingFields({ control }: { readonly control: Control<PollForm> }) {
  return (
    <FieldRow>
      <Controller
        name="closes_date"
        control={control}
        render={({ field, fieldState }) => (
          <DateField
            label="Closes on"
            description="Empty: open until you close it."
            {...field}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="closes_time"
        control={control}
        render={({ field, fieldState }) => (
          <TimeField
            label="At"
            description="Empty: at the end of the day."
            {...field}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FieldRow>
  );
}
